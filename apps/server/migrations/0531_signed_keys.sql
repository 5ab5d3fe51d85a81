-- Keys that sign their requests: the secret never travels, so a line without TLS inside the house gives it away to nobody. To check a
-- signature it must be known: of such a key, and of no other, it stands here as it is, as the secrets of webhooks do.
alter table open_key add column signs boolean not null default false;
alter table open_secret add column signing text;
create index open_secret_shown on open_secret (shown) where signing is not null;

-- What was signed once comes in once: kept for as long as its time would still be taken.
create table open_nonce (
  open_secret_id  bigint not null references open_secret,
  nonce           text not null,
  at              timestamptz not null,
  primary key (open_secret_id, nonce)
);
create index open_nonce_at on open_nonce (at);
