-- Goods that arrive: one receives them, another of the quality department accepts them, and only then they are stock.
create table stock_intake (
  id           bigint generated always as identity primary key,
  no           text not null unique,
  warehouse_id bigint not null references warehouse(id),
  supplier     text not null check (supplier <> ''),
  paper_no     text not null default '',          -- the supplier's own delivery note
  transport    text not null default '',
  arrived_at   timestamptz not null,
  celsius      numeric(4, 1),                     -- of cold goods at the door
  remark       text not null default '',
  state        text not null check (state in ('waiting', 'done', 'withdrawn')),
  received_by  bigint not null references account(id),
  receiver     text not null,
  received_at  timestamptz not null,
  decided_by   bigint references account(id),
  decider      text not null default '',
  decided_at   timestamptz,
  reason       text not null default '',          -- why it was withdrawn
  check ((state = 'waiting') = (decided_by is null)),
  check (state <> 'done' or decided_by <> received_by)
);
create index stock_intake_list on stock_intake (state, id desc);
create index stock_intake_warehouse on stock_intake (warehouse_id, id desc);
create index stock_intake_paper on stock_intake (paper_no text_pattern_ops);

create table stock_intake_line (
  id              bigint generated always as identity primary key,
  intake_id       bigint not null references stock_intake(id),
  goods_id        bigint not null references goods(id),
  batch_no        text not null check (length(batch_no) between 1 and 20),
  production_date date,
  expiry_date     date not null,
  number          integer not null check (number > 0),
  place           text not null default '',
  accepted        integer check (accepted between 0 and number),
  reject_reason   text not null default '',
  stock_batch_id  bigint references stock_batch(id)
);
create index stock_intake_line_intake on stock_intake_line (intake_id, id);
create index stock_intake_line_goods on stock_intake_line (goods_id, intake_id desc);
