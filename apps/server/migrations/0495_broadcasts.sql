-- Messages of the shop to many companies at once (群发消息). A draft; what another person approved of it stays as it is, with whom it is for.
create table broadcast (
  id            bigint generated always as identity primary key,
  title         text not null,
  text          text not null,
  url           text not null,                                -- a path of this site, or ''
  audience      jsonb not null,                               -- everybody, segments by their numbers, companies by theirs
  planned_at    timestamptz,                                  -- null: as soon as it is approved
  version       integer not null default 1,                   -- counts the saves
  -- Approved: whom the segments asked for then, in whose view, and from when on it is sent.
  segments      jsonb,
  sender_id     bigint references account(id),
  approved_by   text not null default '',
  approved_at   timestamptz,
  due_at        timestamptz,
  listed_at     timestamptz,                                  -- its companies are known
  ended_at      timestamptz,                                  -- sent to all of them, or stopped
  stopped_by    text not null default '',
  stopped_reason text not null default '',
  created_by    text not null,
  updated_by    text not null,
  updated_at    timestamptz not null,
  check ((approved_at is null) = (sender_id is null) and (approved_at is null) = (due_at is null) and (approved_at is null) = (segments is null))
);

-- Each of its companies once.
create table broadcast_company (
  broadcast_id  bigint not null references broadcast(id),
  company_id    bigint not null references company(id) on delete cascade,
  state         text not null default 'waiting' check (state in ('waiting', 'sent', 'often', 'refused')),
  at            timestamptz,                                  -- when that was decided
  primary key (broadcast_id, company_id),
  check ((state = 'waiting') = (at is null))
);
create index broadcast_company_waiting on broadcast_company (broadcast_id, company_id) where state = 'waiting';
-- How many a company had today.
create index broadcast_company_sent on broadcast_company (company_id, at) where state = 'sent';

-- When a message's link was followed.
alter table message add column opened_at timestamptz;
