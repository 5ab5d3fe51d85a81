-- Warehouses as the wholesaler's people keep them, where goods lie in them, and movements that say by which paper, by whom and why.

alter table warehouse
  add column address text not null default '',
  add column contact text not null default '',
  add column phone text not null default '',
  -- Nothing is received into one that is shut; it is shut only while nothing lies in it.
  add column is_active boolean not null default true,
  add column version integer not null default 0;

create table shelf_place (
  warehouse_id  bigint not null references warehouse(id),
  goods_id      bigint not null references goods(id) on delete cascade,
  place         text not null check (length(place) between 1 and 20),
  primary key (warehouse_id, goods_id)
);

alter table stock_movement
  add column document_no text not null default '',
  add column actor text not null default '',
  add column reason text not null default '';
alter table stock_movement drop constraint stock_movement_kind_check;
alter table stock_movement add constraint stock_movement_kind_check
  check (kind in ('import', 'reserve', 'release', 'ship', 'return', 'write_off', 'adjust', 'receive', 'count', 'move_out', 'move_in'));
create index stock_movement_time on stock_movement (at desc, id desc);
create index stock_movement_kind on stock_movement (kind, at desc, id desc);
create index stock_movement_document on stock_movement (document_no, at desc, id desc) where document_no <> '';

-- The list of batches: locked ones first, then the newest; by warehouse, by number however it is written, by their end.
create index stock_batch_list on stock_batch (locked_at desc nulls last, id desc);
create index stock_batch_warehouse_list on stock_batch (warehouse_id, locked_at desc nulls last, id desc);
create index stock_batch_plain on stock_batch (plain_batch(batch_no) text_pattern_ops);
create index stock_batch_ends on stock_batch (expiry_date, id) include (warehouse_id, available, reserved) where available + reserved > 0;
