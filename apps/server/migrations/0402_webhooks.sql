-- Who is told of changes (Standard Webhooks 1.0), what he was told, and each try at it.
create table webhook_endpoint (
  id               bigint generated always as identity primary key,
  name             text not null,
  url              text not null,
  types            text[] not null check (cardinality(types) > 0),
  -- One after the other as they happened; else each as soon as it can be sent.
  in_order         boolean not null default false,
  state            text not null default 'live' check (state in ('live', 'paused', 'stopped')),
  state_reason     text not null default '',
  made_at          timestamptz not null,
  made_by          bigint not null references account,
  -- Of the stream (open_event.seq): up to where it was looked at for this endpoint.
  seen_seq         bigint not null,
  -- Since when nothing has got through; null: the last message did.
  failing_since    timestamptz
);

-- To sign with it must be known: it stands here as it is, as the secrets of payment gateways do, and is shown once.
create table webhook_secret (
  id           bigint generated always as identity primary key,
  endpoint_id  bigint not null references webhook_endpoint,
  secret       text not null,
  issued_at    timestamptz not null,
  issued_by    bigint not null references account,
  stopped_at   timestamptz
);
create index webhook_secret_endpoint on webhook_secret (endpoint_id);

create table webhook_message (
  id           bigint generated always as identity primary key,
  endpoint_id  bigint not null references webhook_endpoint,
  -- The same with every try.
  message_id   text not null unique,
  type         text not null,
  about        text not null,
  body         text not null,
  made_at      timestamptz not null,
  state        text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries        integer not null default 0,
  -- When it is sent next; while one sends it, until when nobody else does.
  next_at      timestamptz not null,
  done_at      timestamptz
);
create index webhook_message_due on webhook_message (next_at) where state = 'waiting';
create index webhook_message_list on webhook_message (endpoint_id, id desc);

create table webhook_try (
  id          bigint generated always as identity primary key,
  message_id  bigint not null references webhook_message on delete cascade,
  at          timestamptz not null,
  -- Of the answer; null: there was none.
  status      integer,
  fault       text not null default '',
  -- The first 4 kB of it.
  answer      text not null default '',
  took_ms     integer not null
);
create index webhook_try_message on webhook_try (message_id, id);
