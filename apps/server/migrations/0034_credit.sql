-- A payment serves an order, a recharge or a repayment: purpose says which, subject_id which one.
alter table payment add column purpose text not null default 'order' check (purpose in ('order', 'recharge', 'repayment'));
alter table payment add column subject_id bigint;
update payment set subject_id = order_id;
alter table payment alter column subject_id set not null;
alter table payment alter column order_id drop not null;
alter table payment add constraint payment_of_order check ((purpose = 'order') = (order_id is not null));
create index payment_subject on payment (purpose, subject_id);
create index payment_bank_waiting on payment (id) where channel = 'bank' and status in ('created', 'refunding');

-- What a company owes for one order that was paid on credit.
create table credit_bill (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id),
  order_id    bigint not null unique references orders(id),
  amount      bigint not null check (amount > 0),
  repaid      bigint not null default 0 check (repaid >= 0),
  returned    bigint not null default 0 check (returned >= 0),   -- taken off by cancelling and returns
  open        bigint generated always as (amount - repaid - returned) stored check (amount - repaid - returned >= 0),
  due_on      date not null,
  created_at  timestamptz not null,
  settled_at  timestamptz
);
create index credit_bill_company on credit_bill (company_id, id desc);
create index credit_bill_open on credit_bill (company_id, due_on, id) where settled_at is null;
create index credit_bill_due on credit_bill (due_on) where settled_at is null;

-- An intention to repay; what it came to is in its items and, beyond the bills, in the balance.
create table credit_repayment (
  id          bigint generated always as identity primary key,
  no          text not null unique,
  company_id  bigint not null references company(id),
  account_id  bigint references account(id),
  amount      bigint not null check (amount > 0),
  bill_ids    bigint[] not null default '{}',                    -- chosen ones first; none: the oldest first
  status      text not null default 'created' check (status in ('created', 'paid')),
  to_balance  bigint not null default 0 check (to_balance >= 0), -- more than was owed when it arrived
  created_at  timestamptz not null,
  paid_at     timestamptz
);
create index credit_repayment_company on credit_repayment (company_id, id desc);
create table credit_repayment_item (
  repayment_id bigint not null references credit_repayment(id),
  bill_id      bigint not null references credit_bill(id),
  amount       bigint not null check (amount > 0),
  primary key (repayment_id, bill_id)
);
create index credit_repayment_item_bill on credit_repayment_item (bill_id);

-- Money put into the cash vouchers or the balance; the gift is what the tier promised when it was started.
create table recharge (
  id          bigint generated always as identity primary key,
  no          text not null unique,
  company_id  bigint not null references company(id),
  account_id  bigint references account(id),
  purse       text not null check (purse in ('voucher', 'balance')),
  amount      bigint not null check (amount > 0),
  gift        bigint not null default 0 check (gift >= 0),
  status      text not null default 'created' check (status in ('created', 'paid')),
  created_at  timestamptz not null,
  paid_at     timestamptz,
  check (purse = 'voucher' or gift = 0)
);
create index recharge_company on recharge (company_id, id desc);
