-- Deeds that wait until another person approves them, words taken in an emergency, and views that are narrower than a role's
-- (docs/decisions/2026-11-23-second-person.md).

-- One deed, as it was asked for: kind says which call, params and body what. stands: what it was decided upon; where that is no
-- longer so, the request is refused when it is approved.
create table approval_request (
  id             bigint generated always as identity primary key,
  kind           text not null,
  subject        text not null,
  company_id     bigint references company,
  title          text not null,
  params         jsonb not null,
  body           jsonb not null,
  changes        jsonb not null,
  stands         text not null,
  reason         text not null,
  asked_by       bigint not null references account,
  asked_at       timestamptz not null,
  expires_at     timestamptz not null,
  state          text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
  decided_by     bigint references account,
  decided_at     timestamptz,
  decision_note  text not null default '',
  check ((state in ('approved', 'refused')) = (decided_by is not null)),
  check (decided_by is distinct from asked_by)
);
-- One at a time about one record.
create unique index approval_request_waiting on approval_request (kind, subject) where state = 'waiting';
create index approval_request_list on approval_request (id desc, kind);
create index approval_request_of on approval_request (asked_by, id desc);
create index approval_request_company on approval_request (company_id);

-- A word that somebody took for himself, for at most an hour.
create table staff_emergency (
  id          bigint generated always as identity primary key,
  account_id  bigint not null references staff,
  word        text not null,
  reason      text not null,
  of_quality  boolean not null,
  began_at    timestamptz not null,
  until_at    timestamptz not null check (until_at > began_at and until_at <= began_at + interval '60 minutes'),
  ended_at    timestamptz,
  ended_by    bigint references account
);
create unique index staff_emergency_open on staff_emergency (account_id) where ended_at is null;
create index staff_emergency_until on staff_emergency (until_at);
-- What viewers remember follows it (0110).
create trigger staff_emergency_account_told_insert after insert on staff_emergency
  referencing new table as fresh for each statement execute function tell_change('account', 'account_id', 'id', '');
create trigger staff_emergency_account_told_update after update on staff_emergency
  referencing new table as fresh old table as former for each statement execute function tell_change('account', 'account_id', 'id', '');
create trigger staff_emergency_account_told_delete after delete on staff_emergency
  referencing old table as former for each statement execute function tell_change('account', 'account_id', 'id', '');
create trigger staff_emergency_account_told_truncate after truncate on staff_emergency
  for each statement execute function tell_change('account', 'account_id', 'id', '');

-- Null: not narrowed by this. managers: names by which companies name their account manager.
alter table staff
  add column narrow_warehouses bigint[],
  add column narrow_provinces  text[],
  add column narrow_managers   text[],
  add check (cardinality(narrow_warehouses) > 0 and cardinality(narrow_provinces) > 0 and cardinality(narrow_managers) > 0);
