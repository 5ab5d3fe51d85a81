-- Orders that were split in two before they left the house.

-- What went to the new order and what stayed, as both were at that moment; money in fen.
create table order_split (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references orders,
  new_order_id  bigint not null unique references orders,
  at            timestamptz not null,
  account_id    bigint references account,
  actor         text not null,
  stage         text not null check (stage in ('desk', 'picking')),   -- before it was picked, or while it was
  reason        text not null check (reason <> ''),
  before        jsonb not null,
  kept          jsonb not null,
  moved         jsonb not null
);
create index order_split_order on order_split (order_id, id);
create trigger order_split_never_changes before update or delete on order_split for each row execute function kept_by_law();
create trigger order_split_no_truncate before truncate on order_split for each statement execute function kept_by_law();

-- How much of a payment is whose, once the order that it paid was split: a row for each of its orders, summing to the payment. A
-- payment without rows is its own order's alone.
create table payment_part (
  payment_id  bigint not null references payment,
  order_id    bigint not null references orders,
  amount      bigint not null check (amount >= 0),
  primary key (payment_id, order_id)
);
create index payment_part_order on payment_part (order_id);

-- A cancelled order that shares its payment sends its own part of it back; what pays one order alone goes back as the payment does.
alter table refund add column of_cancelling boolean not null default false;
alter table refund drop constraint refund_of_one;
alter table refund add constraint refund_of_one check (num_nonnulls(after_sale_id, order_edit_id) + of_cancelling::integer = 1);
