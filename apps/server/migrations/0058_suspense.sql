-- Money that a gateway vouches for and that pays nothing as it is: another amount than the payment's, or no payment at all. It
-- stands in the ledger's account 'suspense' until finance has matched it or sent it back.
create table suspense (
  id          bigint generated always as identity primary key,
  no          text not null unique,
  channel     text not null,
  payment_no  text not null,                   -- as the gateway named it
  gateway_no  text not null,
  amount      bigint not null check (amount > 0),
  reason      text not null check (reason in ('amount_mismatch', 'unknown_payment')),
  payment_id  bigint references payment(id),   -- null: no such payment
  company_id  bigint references company(id),   -- whose payment it names; once matched, whose money it is
  status      text not null default 'open' check (status in ('open', 'matched', 'returning', 'returned')),
  order_id    bigint references orders(id),    -- the order that it was matched to
  note        text not null default '',
  created_at  timestamptz not null,
  decided_at  timestamptz,
  decided_by  text not null default '',
  unique (channel, gateway_no)
);
create index suspense_queue on suspense (id) where status in ('open', 'returning');
