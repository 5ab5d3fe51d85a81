-- What step 2 showed, by the key it was shown under, so that a refused submit can say what changed since.
create table checkout_quote (
  company_id       bigint not null references company(id) on delete cascade,
  idempotency_key  text not null,
  total            bigint not null,
  lines            jsonb not null,            -- [{id, goods_id, name, price, number}]
  created_at       timestamptz not null default now(),
  primary key (company_id, idempotency_key)
);
create index checkout_quote_age on checkout_quote (created_at);

-- The books of the simulated payment gateway: the outside world's state, kept apart from the shop's own tables and
-- read by nothing but the simulated provider.
create table gateway_simulator (
  payment_no   text primary key,
  gateway_no   text not null unique,
  amount       bigint not null check (amount > 0),
  subject      text not null,
  return_url   text not null,
  status       text not null default 'open' check (status in ('open', 'paid', 'failed', 'refunded')),
  created_at   timestamptz not null,
  settled_at   timestamptz,
  refunded_at  timestamptz
);
