-- Recalls of a batch (药品召回管理办法): whom it went to, who has heard of it, what he says he still has, what has come back.
-- Quantities are read of the orders and the after-sales, which know them; only what nobody else knows is kept here.

create table recall (
  id           bigint generated always as identity primary key,
  no           text not null unique,
  goods_id     bigint not null references goods(id),
  batch_no     text not null,
  goods        jsonb not null,                           -- code, name, spec, unit, manufacturer, approval number at the start
  level        smallint not null check (level between 1 and 3),
  initiator    text not null,                            -- who orders it: the holder of the licence, the regulator, the house
  reason       text not null,
  advice       text not null,                            -- what buyers are to do
  state        text not null default 'open' check (state in ('open', 'closed')),
  started_at   timestamptz not null,
  started_by   text not null,
  closed_at    timestamptz,
  closed_by    text,
  close_note   text not null default '',
  check ((state = 'closed') = (closed_at is not null))
);
-- One recall of a batch at a time.
create unique index recall_open on recall (goods_id, batch_no) where state = 'open';
create index recall_goods on recall (goods_id, batch_no);

-- A buyer of it: when he was told, and what he answered.
create table recall_company (
  recall_id     bigint not null references recall(id),
  company_id    bigint not null references company(id),
  told_at       timestamptz not null,
  reminded_at   timestamptz,
  confirmed_at  timestamptz,
  confirmed_by  text not null default '',
  kept          integer check (kept >= 0),               -- units that he says he still has
  note          text not null default '',
  primary key (recall_id, company_id),
  check ((kept is null) = (confirmed_at is null))
);
create index recall_company_of on recall_company (company_id, recall_id desc);
create index recall_company_silent on recall_company (recall_id) where confirmed_at is null;

-- Everything that was done, in its order.
create table recall_log (
  id          bigint generated always as identity primary key,
  recall_id   bigint not null references recall(id),
  company_id  bigint references company(id),
  at          timestamptz not null,
  actor       text not null,
  event       text not null,
  text        text not null
);
create index recall_log_recall on recall_log (recall_id, id);

-- Buyers find their orders by the number of a batch.
create index order_line_batch_no on order_line_batch (batch_no text_pattern_ops);
