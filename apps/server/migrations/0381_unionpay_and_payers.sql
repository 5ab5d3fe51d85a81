-- UnionPay knows a transaction by its number and the second in which it was sent: both are needed to ask about it.
create table unionpay_sent (
  order_no  text primary key,     -- of the payment, or of the refund
  sent_at   timestamptz not null,
  taken     boolean not null default false     -- UnionPay has said so: it is never sent as another one
);

-- Who paid, as far as the service says it: a name or number there, with its middle left out.
alter table payment add column payer text not null default '';
alter table suspense add column payer text not null default '';

-- Where it was begun: Alipay has another way to pay for a phone, and takes the same number for one of them only.
alter table payment add column device text not null default 'desktop' check (device in ('desktop', 'phone'));
