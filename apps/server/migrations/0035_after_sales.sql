-- After-sales: goods that come back (or never came), what is refunded for them and to where; shipments and their way.

create table after_sale (
  id               bigint generated always as identity primary key,
  no               text not null unique,
  order_id         bigint not null references orders(id),
  company_id       bigint not null references company(id),
  account_id       bigint references account(id) on delete set null,
  kind             text not null check (kind in ('return', 'refund_only')),
  reason           text not null check (reason in ('quality', 'damaged', 'wrong', 'short', 'near_expiry', 'other')),
  description      text not null default '',
  status           text not null check (status in
                   ('reviewing', 'sending', 'inspecting', 'refunding', 'refunded', 'rejected', 'cancelled')),
  idempotency_key  text not null,
  expected_amount  bigint not null check (expected_amount >= 0),   -- what the buyer was shown when applying
  reject_reason    text not null default '',
  return_to        jsonb,                                          -- {receiver, phone, address}; set by the approval
  carrier          text not null default '',
  waybill          text not null default '',
  -- Set by the refund. The money in rows of refund is goods + shipping − withheld.
  goods_amount     bigint not null default 0 check (goods_amount >= 0),      -- worth of what was accepted
  shipping_amount  bigint not null default 0 check (shipping_amount >= 0),
  cashback_taken   bigint not null default 0 check (cashback_taken >= 0),    -- out of the balance
  cashback_withheld bigint not null default 0 check (cashback_withheld >= 0),-- the balance could not give it: out of the refund
  points_taken     integer not null default 0 check (points_taken >= 0),
  points_owed      integer not null default 0 check (points_owed >= 0),      -- out of points that are earned later
  inspect_note     text not null default '',
  created_at       timestamptz not null,
  approved_at      timestamptz,
  sent_at          timestamptz,
  inspected_at     timestamptz,
  refunded_at      timestamptz,
  closed_at        timestamptz,                                    -- rejected or cancelled
  unique (company_id, idempotency_key)
);
create index after_sale_company on after_sale (company_id, id desc);
create index after_sale_company_status on after_sale (company_id, status, id desc);
create index after_sale_order on after_sale (order_id);
create index after_sale_open on after_sale (id) where status in ('reviewing', 'sending', 'inspecting', 'refunding');

create table after_sale_line (
  id                   bigint generated always as identity primary key,
  after_sale_id        bigint not null references after_sale(id),
  order_line_id        bigint not null references order_line(id),
  order_line_batch_id  bigint not null references order_line_batch(id),
  number               integer not null check (number > 0),
  accepted             integer check (accepted between 0 and number),       -- null: not inspected yet
  sellable             boolean,                                             -- null: not inspected yet
  worth                bigint not null default 0 check (worth >= 0),
  unique (after_sale_id, order_line_batch_id)
);
create index after_sale_line_order_line on after_sale_line (order_line_id);

-- The log that the buyer reads.
create table after_sale_log (
  id             bigint generated always as identity primary key,
  after_sale_id  bigint not null references after_sale(id),
  at             timestamptz not null,
  actor          text not null,
  event          text not null,
  text           text not null
);
create index after_sale_log_after_sale on after_sale_log (after_sale_id, id);

-- A part of what was paid for an order on its way back to where it came from.
create table refund (
  id             bigint generated always as identity primary key,
  no             text not null unique,         -- what the gateway knows it by
  after_sale_id  bigint not null references after_sale(id),
  order_id       bigint not null references orders(id),
  company_id     bigint not null references company(id),
  payment_id     bigint references payment(id),-- null: from a purse that paid when the order was placed
  channel        text not null,
  amount         bigint not null check (amount > 0),
  status         text not null check (status in ('pending', 'done')),
  created_at     timestamptz not null,
  done_at        timestamptz
);
create index refund_after_sale on refund (after_sale_id);
create index refund_order on refund (order_id);

alter table payment add column refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount);
alter table orders add column returned_goods bigint not null default 0 check (returned_goods >= 0);
alter table orders add column refunded_shipping bigint not null default 0 check (refunded_shipping >= 0);

-- Points that were spent before the goods that earned them came back; paid off by points that are earned later.
create table points_debt (
  company_id  bigint primary key references company(id) on delete cascade,
  points      integer not null check (points >= 0)
);

alter table stock_movement drop constraint stock_movement_kind_check;
alter table stock_movement add constraint stock_movement_kind_check
  check (kind in ('import', 'reserve', 'release', 'ship', 'return', 'write_off', 'adjust'));
alter table stock_movement add column after_sale_id bigint;

-- The gateway's own books know every refund by its number; the same number is the same refund.
create table gateway_simulator_refund (
  refund_no   text primary key,
  payment_no  text not null references gateway_simulator(payment_no),
  amount      bigint not null check (amount > 0),
  created_at  timestamptz not null
);
create index gateway_simulator_refund_payment on gateway_simulator_refund (payment_no);

-- ── Shipments ──

create table shipment (
  id          bigint generated always as identity primary key,
  order_id    bigint not null unique references orders(id),
  carrier     text not null,
  waybill     text not null,
  cold_chain  boolean not null default false,
  shipped_at  timestamptz not null,
  delivered_at timestamptz
);
create table shipment_event (
  id           bigint generated always as identity primary key,
  shipment_id  bigint not null references shipment(id),
  at           timestamptz not null,
  place        text not null default '',
  text         text not null,
  unique (shipment_id, at, text)
);
-- What the recorder in a cold box measured.
create table shipment_temperature (
  shipment_id  bigint not null references shipment(id),
  at           timestamptz not null,
  celsius      numeric(4, 1) not null,
  primary key (shipment_id, at)
);

alter table points_order add column carrier text not null default '';
alter table points_order add column waybill text not null default '';
