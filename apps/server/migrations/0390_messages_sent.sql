-- What is told to a company may be told to its owners' phones too: which template, and what it is filled with.
alter table message add column notice jsonb;
create index message_notice on message (created_at) where notice is not null;

-- Every short message and every mail that left the shop, or should have. No number of a phone, no code: a receiver is masked, and whom a
-- notice is for is looked up when it is sent.
create table sent_message (
  id           bigint generated always as identity primary key,
  way          text not null check (way in ('sms', 'mail')),
  template     text not null,                                       -- code, shipped …; of mails: differences, papers, troubles; test of both
  purpose      text not null default '',                            -- what a code is for
  receiver     text not null,                                       -- 139****0001
  company_id   bigint references company on delete cascade,
  account_id   bigint references account on delete cascade,         -- whose phone; null: nobody's yet, or no phone
  message_id   bigint references message on delete set null,        -- what it was told as on the site
  params       jsonb not null default '{}',                         -- of notices; never a code
  key          text,                                                -- the same mail goes once
  state        text not null check (state in ('waiting', 'sending', 'sent', 'refused', 'unknown', 'dropped', 'delivered', 'undelivered')),
  service      text not null default '',                            -- who was asked last
  service_id   text not null default '',                            -- its number of the message
  error        text not null default '',
  tries        integer not null default 0,
  created_at   timestamptz not null,
  due_at       timestamptz not null,
  sent_at      timestamptz,
  reported_at  timestamptz,
  unique (message_id, account_id)
);
create unique index sent_message_key on sent_message (key) where key is not null;
create index sent_message_latest on sent_message (created_at desc, id desc);
create index sent_message_receiver on sent_message (receiver, id desc);
create index sent_message_due on sent_message (due_at, id) where state = 'waiting';
create index sent_message_service on sent_message (service, service_id) where service_id <> '';
create index sent_message_state on sent_message (state, created_at desc, id desc);
create index on sent_message (company_id);
create index on sent_message (account_id);

-- How the services of the outside world have answered the processes of this shop, by name.
create table outside_standing (
  service      text primary key,
  answered_at  timestamptz,
  failed_at    timestamptz,
  error        text not null default '',
  rests_until  timestamptz
);
