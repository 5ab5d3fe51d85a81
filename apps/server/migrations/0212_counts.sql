-- Counts of what lies in a warehouse, single corrections, and moves from one warehouse to another.
create table stock_count (
  id            bigint generated always as identity primary key,
  no            text not null unique,
  kind          text not null check (kind in ('count', 'adjust')),
  warehouse_id  bigint not null references warehouse(id),
  title         text not null,                    -- what is counted, in words
  reason        text not null default '',         -- of a correction; why it was sent back or given up
  state         text not null check (state in ('open', 'submitted', 'approved', 'cancelled')),
  started_by    bigint not null references account(id),
  starter       text not null,
  started_at    timestamptz not null,
  submitted_by  bigint references account(id),
  submitter     text not null default '',
  submitted_at  timestamptz,
  decided_by    bigint references account(id),
  decider       text not null default '',
  decided_at    timestamptz,
  check (state <> 'approved' or decided_by <> started_by and decided_by <> submitted_by)
);
create index stock_count_list on stock_count (state, id desc);
create index stock_count_warehouse on stock_count (warehouse_id, id desc);

create table stock_count_line (
  id              bigint generated always as identity primary key,
  count_id        bigint not null references stock_count(id),
  stock_batch_id  bigint not null references stock_batch(id),
  -- What the books say lies there, sold and unsold; read anew when the counted number is entered.
  book            integer not null,
  counted         integer check (counted >= 0),
  counted_by      bigint references account(id),
  counter         text not null default '',
  counted_at      timestamptz,
  note            text not null default '',
  -- Of a count that is not decided yet: a batch stands in one such alone, else one difference would be posted twice.
  is_open         boolean not null default true,
  unique (count_id, stock_batch_id)
);
create unique index stock_count_line_open on stock_count_line (stock_batch_id) where is_open;

create table stock_move (
  id            bigint generated always as identity primary key,
  no            text not null unique,
  from_id       bigint not null references warehouse(id),
  to_id         bigint not null references warehouse(id),
  remark        text not null default '',
  state         text not null check (state in ('sent', 'arrived', 'cancelled')),
  sent_by       bigint not null references account(id),
  sender        text not null,
  sent_at       timestamptz not null,
  decided_by    bigint references account(id),
  decider       text not null default '',
  decided_at    timestamptz,
  check (from_id <> to_id)
);
create index stock_move_list on stock_move (state, id desc);

create table stock_move_line (
  id              bigint generated always as identity primary key,
  move_id         bigint not null references stock_move(id),
  stock_batch_id  bigint not null references stock_batch(id),
  number          integer not null check (number > 0),
  to_batch_id     bigint references stock_batch(id),
  unique (move_id, stock_batch_id)
);
