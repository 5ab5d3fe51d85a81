-- What lies in which carton of an order, from the packing on. An order without cartons leaves as before, as so many pieces as somebody says.
-- A carton's number is its place among those of its order: one that is taken away leaves no gap.
create table carton (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references orders(id),
  kind          text not null check (kind in ('normal', 'cold', 'case')),
  box_no        text not null default '',
  waybill       text not null default '',
  weight_grams  integer check (weight_grams > 0),
  celsius       numeric(5, 2),
  opened_at     timestamptz not null,
  opened_by     text not null,
  check (celsius is null or kind = 'cold')
);
create index carton_order on carton (order_id, id);
create index carton_waybill on carton (waybill text_pattern_ops) where waybill <> '';

create table carton_goods (
  carton_id            bigint not null references carton(id) on delete cascade,
  order_line_batch_id  bigint not null references order_line_batch(id) on delete cascade,
  number               integer not null check (number > 0),
  primary key (carton_id, order_line_batch_id)
);
create index carton_goods_piece on carton_goods (order_line_batch_id);

-- A batch that is swapped, taken off or goes to another order while its goods lie in cartons is packed anew: nobody knows which of its boxes went.
create function carton_piece_changed() returns trigger language plpgsql as $$
begin
  delete from carton_goods g using carton c, order_line l
   where g.order_line_batch_id = new.id and c.id = g.carton_id and l.id = new.order_line_id
     and (c.order_id <> l.order_id
          or new.number < (select sum(s.number) from carton_goods s where s.order_line_batch_id = new.id));
  return null;
end $$;
create trigger carton_piece_changed after update of number, order_line_id on order_line_batch for each row
  when (old.number <> new.number or old.order_line_id <> new.order_line_id) execute function carton_piece_changed();

-- The same where the whole line goes to another order.
create function carton_line_moved() returns trigger language plpgsql as $$
begin
  delete from carton_goods g using carton c, order_line_batch b
   where b.order_line_id = new.id and g.order_line_batch_id = b.id and c.id = g.carton_id and c.order_id <> new.order_id;
  return null;
end $$;
create trigger carton_line_moved after update of order_id on order_line for each row
  when (old.order_id <> new.order_id) execute function carton_line_moved();
