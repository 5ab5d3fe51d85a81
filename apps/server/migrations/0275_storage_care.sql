-- 在库养护 (药品经营质量管理规范 arts. 83-87): which goods are looked after by the month, what was found of each batch, how warm and damp rooms were.

-- 重点养护品种: what quality decided of a goods; the latest row counts.
create table care_goods (
  id         bigint generated always as identity primary key,
  goods_id   bigint not null references goods(id),
  is_key     boolean not null,                             -- false: looked at with the rest although the rule proposed it
  grounds    text[] not null,                              -- what the rule found on that day: nothing new is proposed for these
  reason     text not null check (reason <> ''),
  goods      jsonb not null,                               -- names and makers as they were on that day
  decided_by bigint not null references account(id),
  decider    text not null,
  decided_at timestamptz not null
);
create index care_goods_latest on care_goods (goods_id, id desc);
create index care_goods_list on care_goods (decided_at desc, id desc);

-- 养护记录: a batch as somebody looked at it. Trouble stands on the record of unqualified goods as well, where the batch is held.
create table care_check (
  id             bigint generated always as identity primary key,
  stock_batch_id bigint not null references stock_batch(id),
  warehouse_id   bigint not null references warehouse(id),
  goods_id       bigint not null references goods(id),
  batch_no       text not null,
  expiry_date    date not null,
  place          text not null,
  number         integer not null check (number > 0),
  doubted        integer not null check (doubted between 0 and number),
  goods          jsonb not null,
  grounds        text[] not null,                          -- why by the month; empty: by the quarter
  appearance     text not null check (appearance <> ''),
  fault          text not null,
  measure        text not null,
  unqualified_id bigint references unqualified(id),
  checked_by     bigint not null references account(id),
  checker        text not null,
  checked_at     timestamptz not null,
  checked_on     date not null,                            -- in Beijing
  check ((doubted > 0) = (unqualified_id is not null)),
  check ((doubted > 0) = (fault <> ''))
);
create index care_check_batch on care_check (stock_batch_id, checked_on desc);
create index care_check_list on care_check (checked_at desc, id desc);

create table store_room (
  id           bigint generated always as identity primary key,
  warehouse_id bigint not null references warehouse(id),
  name         text not null check (name <> ''),
  kind         text not null check (kind in ('normal', 'cool', 'cold', 'frozen')),
  is_active    boolean not null default true,
  unique (warehouse_id, name)
);

create table climate_reading (
  id       bigint generated always as identity primary key,
  room_id  bigint not null references store_room(id),
  room     text not null,                                  -- as it was called and meant on that day
  kind     text not null,
  celsius  numeric(4, 1) not null,
  humidity numeric(4, 1) check (humidity between 0 and 100),
  is_out   boolean not null,
  measure  text not null,
  taken_by bigint not null references account(id),
  taker    text not null,
  taken_at timestamptz not null,
  check (not is_out or measure <> '')
);
create index climate_reading_room on climate_reading (room_id, taken_at desc);
create index climate_reading_list on climate_reading (taken_at desc, id desc);

create trigger care_goods_never_changes before update or delete on care_goods for each row execute function kept_by_law();
create trigger care_check_never_changes before update or delete on care_check for each row execute function kept_by_law();
create trigger climate_reading_never_changes before update or delete on climate_reading for each row execute function kept_by_law();

create index unqualified_goods on unqualified (goods_id);

create trigger queue_care_goods after insert on care_goods for each statement execute function tell_queues('{2,6}');
create trigger queue_care_check after insert on care_check for each statement execute function tell_queues('{2,6}');
create trigger queue_climate_reading after insert on climate_reading for each statement execute function tell_queues('{2}');
