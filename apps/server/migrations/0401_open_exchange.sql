-- What other systems said last of each thing: a message that is older changes nothing any more.
create table open_version (
  kind     text not null check (kind in ('goods', 'stock', 'prices')),
  key      text not null,
  -- null: it said none yet.
  version  bigint,
  -- SHA-256 of the row that landed under it: another row under the same version lands too.
  hash     bytea,
  at       timestamptz not null,
  primary key (kind, key)
);

-- That the ERP has an order in its own books: from then on its figures of stock are without what the order holds.
create table open_takeover (
  order_id       bigint primary key references orders,
  sheet_no       text not null,
  -- By the clock of the ERP, as the cut-off of its stock.
  taken_over_at  timestamptz not null,
  noted_at       timestamptz not null,
  open_key_id    bigint not null references open_key
);
create index open_takeover_at on open_takeover (taken_over_at);

-- Since when some system takes orders over: older orders are nobody's to take.
create table open_beginning (
  only_row     boolean primary key default true check (only_row),
  orders_since timestamptz not null
);

-- What changed, for whoever reads or is told: written by triggers in the transaction of the deed, and given its place in the stream only
-- when that has committed (seq, by one publisher at a time), so that nobody who has read up to a place misses what commits later.
create table open_event (
  id        bigint generated always as identity primary key,
  seq       bigint unique,
  type      text not null,
  -- An order or a return: which one.
  about     text not null check (about in ('order', 'return')),
  about_id  bigint not null,
  at        timestamptz not null default clock_timestamp()
);
create index open_event_fresh on open_event (id) where seq is null;
create index open_event_at on open_event (at);
create index open_event_about on open_event (about, seq);
-- The last place given out, and the last that was swept.
create table open_stream (
  only_row   boolean primary key default true check (only_row),
  published  bigint not null default 0,
  swept      bigint not null default 0
);
insert into open_stream default values;

-- Paid orders that no system has taken over yet, since there is one that takes orders over.
create table open_waiting (
  order_id  bigint primary key references orders,
  since     timestamptz not null
);
create index open_waiting_since on open_waiting (since, order_id);

create function note_order_placed() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id) select 'order.placed', 'order', id from fresh order by id;
  -- Bought on credit, and parts of an order that was paid.
  insert into open_event (type, about, about_id) select 'order.' || status, 'order', id from fresh where status <> 'pending_payment' order by id;
  insert into open_waiting (order_id, since) select id, coalesce(paid_at, created_at) from fresh
   where status not in ('pending_payment', 'cancelled') and exists (select from open_beginning) on conflict do nothing;
  return null;
end $$;
create trigger orders_open_placed after insert on orders
  referencing new table as fresh for each statement execute function note_order_placed();

create function note_order_changed() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id)
  select word, 'order', f.id
    from fresh f join former o on o.id = f.id
   cross join lateral (
     select 'order.' || f.status as word where f.status <> o.status
     union all select 'order.held' where o.held_at is null and f.held_at is not null
     union all select 'order.released' where o.held_at is not null and f.held_at is null and f.status <> 'cancelled'
     union all select 'order.changed'
      where f.status = o.status
        and (f.edits, f.payable_amount, f.goods_amount, f.reduction_amount, f.shipping_amount, f.returned_goods, f.paid_amount,
             f.remark, f.receiver, f.warehouse_id)
            is distinct from (o.edits, o.payable_amount, o.goods_amount, o.reduction_amount, o.shipping_amount, o.returned_goods,
             o.paid_amount, o.remark, o.receiver, o.warehouse_id)) words
   order by f.id;
  insert into open_waiting (order_id, since) select f.id, coalesce(f.paid_at, f.created_at) from fresh f join former o on o.id = f.id
   where f.status = 'paid' and o.status <> 'paid' and exists (select from open_beginning)
     and not exists (select from open_takeover t where t.order_id = f.id) on conflict do nothing;
  delete from open_waiting w using fresh f join former o on o.id = f.id
   where w.order_id = f.id and f.status = 'cancelled' and o.status <> 'cancelled';
  return null;
end $$;
create trigger orders_open_changed after update on orders
  referencing new table as fresh old table as former for each statement execute function note_order_changed();

-- Another batch in the place of one: what was read of the order says what is taken from the shelf.
create function note_order_batches() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id)
  select distinct 'order.changed', 'order', l.order_id from touched p join order_line l on l.id = p.order_line_id;
  return null;
end $$;
create trigger order_line_batch_open_changed after update on order_line_batch
  referencing new table as touched for each statement execute function note_order_batches();
create trigger order_line_batch_open_removed after delete on order_line_batch
  referencing old table as touched for each statement execute function note_order_batches();

-- Returns by the words of whoever is told of them; money that goes back is told of with its return.
create function return_word(status text) returns text language sql immutable as $$
  select case status when 'reviewing' then 'return.requested' when 'sending' then 'return.approved' when 'inspecting' then 'return.sent'
                     when 'refunding' then 'refund.started' when 'refunded' then 'refund.done' else 'return.' || status end
$$;
create function note_return() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id) select return_word(status), 'return', id from fresh order by id;
  return null;
end $$;
create trigger after_sale_open_asked after insert on after_sale
  referencing new table as fresh for each statement execute function note_return();
create function note_return_changed() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id)
  select return_word(f.status), 'return', f.id from fresh f join former o on o.id = f.id where f.status <> o.status order by f.id;
  return null;
end $$;
create trigger after_sale_open_changed after update on after_sale
  referencing new table as fresh old table as former for each statement execute function note_return_changed();
