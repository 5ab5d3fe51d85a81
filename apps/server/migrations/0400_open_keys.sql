-- Keys of other systems (docs/decisions/2026-11-28-open-api.md). What a key may do was said by two people; its secrets are shown once.
create table open_key (
  id              bigint generated always as identity primary key,
  name            text not null,
  -- Words of the catalogue of permissions.
  scopes          text[] not null check (cardinality(scopes) > 0),
  -- Addresses and networks; none: from anywhere.
  addresses       text[] not null default '{}',
  -- The last Beijing day on which it counts.
  expires_on      date not null,
  made_at         timestamptz not null,
  made_by         bigint not null references account,
  stopped_at      timestamptz,
  stopped_by      bigint references account,
  stopped_reason  text not null default '',
  check ((stopped_at is null) = (stopped_by is null))
);

create table open_secret (
  id              bigint generated always as identity primary key,
  open_key_id     bigint not null references open_key,
  -- SHA-256 of it; the secret itself is kept nowhere.
  hash            bytea not null unique,
  shown           text not null,
  issued_at       timestamptz not null,
  issued_by       bigint not null references account,
  stopped_at      timestamptz,
  last_used_at    timestamptz,
  last_used_from  text not null default ''
);
create index open_secret_key on open_secret (open_key_id);

-- What was answered under an Idempotency-Key; written in the transaction of the deed, so that neither is there without the other.
create table open_once (
  open_key_id   bigint not null references open_key,
  once_key      text not null,
  request_hash  bytea not null,
  -- As it was sent, byte for byte.
  answer        text not null,
  at            timestamptz not null,
  primary key (open_key_id, once_key)
);
create index open_once_at on open_once (at);
