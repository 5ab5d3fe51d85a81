-- Orders as the wholesaler's staff look at them: everybody's, newest first, by state, warehouse, goods and amount.
create index orders_time on orders (created_at desc, id desc);
create index orders_status_time on orders (status, created_at desc, id desc);
create index orders_warehouse_time on orders (warehouse_id, created_at desc, id desc);
create index orders_ephedrine_time on orders (created_at desc, id desc) where is_ephedrine;
create index orders_total on orders ((goods_amount + shipping_amount - reduction_amount));
create index orders_no_begins on orders (no text_pattern_ops);
create index order_line_goods on order_line (goods_id, order_id desc);
create index points_order_status on points_order (status, id desc);

-- Who took an order from the shelf, and when all of it lay on the table: who picked it does not check it.
alter table orders add column picked_by bigint references account;
alter table orders add column gathered_at timestamptz;

-- The oldest first: what is to be picked, and what is to be checked.
create index orders_to_pick on orders (paid_at, id) where status = 'paid' and held_at is null;
create index orders_in_picking on orders (id) where status = 'picking';

-- What staff tell one another about an order; what the buyer is told stands in order_log. short: what could not be found on the shelf.
create table order_note (
  id          bigint generated always as identity primary key,
  order_id    bigint not null references orders,
  kind        text not null check (kind in ('inside', 'short')),
  at          timestamptz not null,
  account_id  bigint references account,
  actor       text not null,
  text        text not null check (text <> '')
);
create index order_note_order on order_note (order_id, id);
