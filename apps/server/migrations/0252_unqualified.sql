-- 不合格药品台账: goods of which somebody doubts that they are fit, from the finding to their end. What lies in stock leaves it by a movement.
create table unqualified (
  id             bigint generated always as identity primary key,
  no             text not null unique,
  source         text not null check (source in ('storage', 'acceptance')),
  warehouse_id   bigint not null references warehouse(id),
  goods_id       bigint not null references goods(id),
  stock_batch_id bigint references stock_batch(id),            -- null: refused at acceptance, it never was stock
  intake_id      bigint references stock_intake(id),
  batch_no       text not null,
  expiry_date    date not null,
  number         integer not null check (number > 0),
  goods          jsonb not null,                               -- names and makers as they were on that day
  reason         text not null check (reason <> ''),
  found_by       bigint not null references account(id),
  finder         text not null,
  found_at       timestamptz not null,
  state          text not null check (state in ('found', 'fine', 'bad', 'gone')),
  judged_by      bigint references account(id),
  judge          text not null default '',
  judged_at      timestamptz,
  verdict        text not null default '',
  way            text not null default '' check (way in ('', 'destroy', 'return')),
  disposed_by    bigint references account(id),
  disposer       text not null default '',
  disposed_at    timestamptz,
  disposal       text not null default '',
  check ((source = 'storage') = (stock_batch_id is not null)),
  check ((state = 'found') = (judged_by is null)),
  check (judged_by <> found_by),
  check ((state = 'gone') = (disposed_by is not null)),
  check ((state = 'gone') = (way <> ''))
);
create index unqualified_list on unqualified (found_at desc, id desc);
create index unqualified_state on unqualified (state, found_at desc, id desc);
create index unqualified_batch on unqualified (stock_batch_id) where state in ('found', 'bad');

alter table stock_movement drop constraint stock_movement_kind_check;
alter table stock_movement add constraint stock_movement_kind_check
  check (kind in ('import', 'reserve', 'release', 'ship', 'return', 'write_off', 'adjust', 'receive', 'count', 'move_out', 'move_in', 'destroy',
                  'return_out'));

-- What waits for quality, and what for the warehouse.
create trigger queue_unqualified after insert or delete or update of state on unqualified
  for each statement execute function tell_queues('{2,6}');
