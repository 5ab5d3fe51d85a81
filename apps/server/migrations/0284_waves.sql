-- Orders that are picked in one walk (波次). How far a wave is, is read from its orders: whatever becomes of one of them (held, cancelled,
-- split, picked by itself) is so in its wave at the same moment.
create table wave (
  id            bigint generated always as identity primary key,
  no            text not null unique,
  warehouse_id  bigint not null references warehouse,
  remark        text not null default '',
  picker_id     bigint references account,   -- null: whoever begins it
  version       integer not null default 0,
  made_by       bigint not null references account,
  maker         text not null,
  made_at       timestamptz not null,
  started_at    timestamptz,
  dissolved_at  timestamptz
);
create table wave_order (
  wave_id   bigint not null references wave,
  order_id  bigint not null references orders,
  tote      integer not null,                 -- into which its goods are parted
  left_at   timestamptz,                      -- taken out before it was picked
  left_why  text not null default '',
  primary key (wave_id, order_id),
  unique (wave_id, tote)
);
create unique index wave_order_once on wave_order (order_id) where left_at is null;
create index on wave_order (order_id);
-- What somebody took from the shelf, or put back; the sum lies on the cart.
create table wave_taken (
  id              bigint generated always as identity primary key,
  wave_id         bigint not null references wave,
  stock_batch_id  bigint not null references stock_batch,
  number          integer not null check (number <> 0),
  taken_by        bigint not null references account,
  taken_at        timestamptz not null
);
create index on wave_taken (wave_id, stock_batch_id);
create trigger queue_wave after insert or update on wave
  for each statement execute function tell_queues('{2}');
create trigger queue_wave_order after insert or update on wave_order
  for each statement execute function tell_queues('{2}');
