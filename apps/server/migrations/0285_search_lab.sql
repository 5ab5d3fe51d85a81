-- What buyers asked the search box, and what they did next: for the words that find nothing and those that are asked most. Of who asked
-- nothing is kept but the company; rows go after 180 days (modules/goods/searchlab).
create table search_record (
  id bigint generated always as identity primary key,
  -- Null: a visitor.
  company_id bigint references company (id),
  at timestamptz not null,
  words text not null,
  -- Asked for a maker, and not for goods.
  of_maker boolean not null default false,
  hits int not null,
  understood text not null check (understood in ('typed', 'apart', 'corrected', 'none'))
);
create index search_record_at on search_record (at);
create index search_record_company on search_record (company_id, at);
create index search_record_words on search_record (words, at);
create table search_step (
  search_id bigint not null references search_record (id) on delete cascade,
  kind text not null check (kind in ('opened', 'cart', 'order')),
  goods_id bigint not null references goods (id),
  at timestamptz not null,
  primary key (search_id, kind, goods_id)
);
create index search_step_goods on search_step (goods_id);

-- Goods that stand first, or last, where exactly these words are asked.
create table search_pin (
  id bigint generated always as identity primary key,
  -- In the shape in which words are compared, parted by a space.
  words text not null check (words <> ''),
  goods_id bigint not null references goods (id),
  place text not null check (place in ('first', 'last')),
  made_at timestamptz not null,
  made_by text not null,
  unique (words, goods_id)
);
create index search_pin_goods on search_pin (goods_id);
create trigger search_pin_frame_told_insert after insert on search_pin
  referencing new table as fresh for each statement execute function tell_change('frame', '', 'id', '');
create trigger search_pin_frame_told_update after update on search_pin
  referencing new table as fresh old table as former for each statement execute function tell_change('frame', '', 'id', '');
create trigger search_pin_frame_told_delete after delete on search_pin
  referencing old table as former for each statement execute function tell_change('frame', '', 'id', '');
create trigger search_pin_frame_told_truncate after truncate on search_pin
  for each statement execute function tell_change('frame', '', 'id', '');
