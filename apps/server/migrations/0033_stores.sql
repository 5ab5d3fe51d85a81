-- A store that is run with others: its owner is asked first. What was typed (a phone or a credit code) is kept as it is, whether
-- anybody has it or not: an invitation that only real stores could have would tell which ones are real.
create table store_invitation (
  id            bigint generated always as identity primary key,
  account_id    bigint not null references account(id) on delete cascade,   -- who asks, and will run the store too
  company_id    bigint not null references company(id) on delete cascade,   -- the store that the other one joins
  target        text not null,                                             -- a phone or a credit code
  note          text not null default '',
  status        text not null default 'open' check (status in ('open', 'consented', 'refused', 'withdrawn', 'expired')),
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  answered_at   timestamptz,
  answered_by   bigint references account(id) on delete set null,
  store_id      bigint references company(id) on delete set null,          -- the store that joined
  check ((status = 'open') = (answered_at is null))
);
create unique index store_invitation_open on store_invitation (account_id, target) where status = 'open';
create index store_invitation_target on store_invitation (target) where status = 'open';
create index store_invitation_account on store_invitation (account_id, id desc);

-- Messages as they are listed, all and by kind; and what is cleared for good.
drop index message_company;
create index message_company on message (company_id, created_at desc, id desc) where deleted_at is null;
create index message_kind on message (company_id, kind, created_at desc, id desc) where deleted_at is null;
create index message_deleted on message (deleted_at) where deleted_at is not null;

-- Coupons that will soon be worth nothing, told of every day.
create index coupon_expiring on coupon (valid_until) where checkout_id is null;
