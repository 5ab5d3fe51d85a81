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
call follow_table('search_pin', 'frame', '', 'id');
