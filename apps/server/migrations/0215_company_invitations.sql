-- A way in that staff hand out: a letter with a secret, for a company that has no login yet or for one that is not here yet. Only the
-- secret's hash is kept, so a letter is read once, when it is made.
create table company_invitation (
  id            bigint generated always as identity primary key,
  company_id    bigint references company(id) on delete cascade,            -- null: one that its letter will register
  name          text not null,                                             -- of the company
  contact       text not null default '',
  phone         text,                                                      -- the login must be this one; null: whoever holds the letter says which
  secret_hash   bytea not null unique,
  state         text not null default 'sent' check (state in ('sent', 'opened', 'used', 'revoked', 'expired')),
  tries         integer not null default 0,                                -- telephones that were not the invited one
  sends         integer not null default 1,
  version       integer not null default 0,
  created_at    timestamptz not null,
  sent_at       timestamptz not null,
  sent_by       bigint references account(id) on delete set null,
  expires_at    timestamptz not null,
  opened_at     timestamptz,
  ended_at      timestamptz,
  ended_by      bigint references account(id) on delete set null,           -- who came in by it, or revoked it
  made_company  bigint references company(id) on delete set null,           -- that the letter registered
  check ((state in ('used', 'revoked', 'expired')) = (ended_at is not null))
);
create unique index company_invitation_open on company_invitation (company_id) where state in ('sent', 'opened') and company_id is not null;
create unique index company_invitation_open_phone on company_invitation (phone)
  where state in ('sent', 'opened') and company_id is null and phone is not null;
create index company_invitation_state on company_invitation (state, id desc);
create index company_invitation_company on company_invitation (company_id, id desc);
create index company_invitation_phone on company_invitation (phone text_pattern_ops);
create index company_invitation_ends on company_invitation (expires_at) where state in ('sent', 'opened');

-- A way back in that staff handed out after they had checked the person: the same ticket as after a code, good for longer.
alter table password_reset
  add column handed_by bigint references account(id) on delete cascade,
  add column handed_at timestamptz;
