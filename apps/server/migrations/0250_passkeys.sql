-- Passkeys of the staff: a second factor beside the authenticator's codes (docs/decisions/2026-11-23-passkeys.md).

-- credential_id: base64url, as browsers name it. rp_id: the host at which it was made, where alone it can be shown. counter: how often its
-- device says it was used; 0 where the device does not count.
create table staff_passkey (
  id             bigint generated always as identity primary key,
  account_id     bigint not null references staff,
  credential_id  text not null unique,
  public_key     bytea not null,
  counter        bigint not null check (counter >= 0),
  transports     text[] not null default '{}',
  rp_id          text not null,
  name           text not null,
  synced         boolean not null,
  created_at     timestamptz not null,
  used_at        timestamptz
);
create index staff_passkey_of on staff_passkey (account_id, id);

-- What a browser was asked to sign: one at a time for a session and a purpose, taken away as it is answered.
create table staff_passkey_challenge (
  session_id  bigint not null references session (id) on delete cascade,
  purpose     text not null check (purpose in ('show', 'add')),
  challenge   text not null,
  expires_at  timestamptz not null,
  primary key (session_id, purpose)
);

-- Whether somebody has a second factor is what viewers remember (0110): that one was used changes nothing of it.
create trigger staff_passkey_account_told_insert after insert on staff_passkey
  referencing new table as fresh for each statement execute function tell_change('account', 'account_id', 'id', '');
create trigger staff_passkey_account_told_delete after delete on staff_passkey
  referencing old table as former for each statement execute function tell_change('account', 'account_id', 'id', '');
create trigger staff_passkey_account_told_truncate after truncate on staff_passkey
  for each statement execute function tell_change('account', 'account_id', 'id', '');
