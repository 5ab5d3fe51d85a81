-- How people show who they are: codes by SMS, WeChat, captchas, sessions that their owner can see and end.

-- An account may be opened with one WeChat, and a WeChat opens one account.
alter table account
  add column wechat_openid   text unique,
  add column wechat_name     text not null default '',
  add column wechat_bound_at timestamptz;

-- id: by which the owner names a session, for its hash is nobody's business. last_seen_at is written every few minutes.
-- proven_at: when its holder last showed a password or a code again; a change of the credentials asks for that.
alter table session
  add column id            bigint generated always as identity unique,
  add column last_seen_at  timestamptz not null default now(),
  add column proven_at     timestamptz;
-- That a session was seen changes nothing of who it is: only the rest is told to the processes.
drop trigger session_viewers on session;
create trigger session_viewers_deleted after delete on session
  for each row when (old.expires_at > now()) execute function tell_session_changed();
create trigger session_viewers_changed after update of token_hash, account_id, company_id, expires_at on session
  for each row when (old.expires_at > now()) execute function tell_session_changed();

-- Codes sent by SMS, hashed. A row is made for every phone that asks, known or not, so that both are treated alike.
create table sms_code (
  id          bigint generated always as identity primary key,
  phone       text not null,
  purpose     text not null check (purpose in ('register', 'login', 'reset', 'phone', 'wechat')),
  code_hash   text not null,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  tries       smallint not null default 0,
  used_at     timestamptz,
  used_by     bigint references account(id) on delete cascade
);
create index sms_code_latest on sms_code (phone, purpose, id desc);
create index sms_code_age on sms_code (expires_at);

-- How often something was done within a window that began with the first time: 'sms:hour:phone:…' and the like.
create table rate_count (
  key         text primary key,
  count       integer not null,
  expires_at  timestamptz not null
);
create index rate_count_age on rate_count (expires_at);

create table captcha (
  id           text primary key,
  answer_hash  bytea not null,
  expires_at   timestamptz not null
);
create index captcha_age on captcha (expires_at);

-- Who has shown a code may set a new password, once, within some minutes.
create table password_reset (
  token_hash  bytea primary key,
  account_id  bigint not null references account(id) on delete cascade,
  expires_at  timestamptz not null
);
create index password_reset_account on password_reset (account_id);
create index password_reset_age on password_reset (expires_at);

-- A QR code that a phone's WeChat confirms. id stands in the QR code; only the browser that asked for it knows the secret.
create table wechat_ticket (
  id           text primary key,
  secret_hash  bytea not null,
  purpose      text not null check (purpose in ('login', 'bind')),
  account_id   bigint references account(id) on delete cascade,  -- who binds; null: whoever logs in
  status       text not null default 'waiting' check (status in ('waiting', 'scanned', 'confirmed', 'refused', 'used')),
  openid       text,
  nickname     text not null default '',
  created_at   timestamptz not null,
  expires_at   timestamptz not null
);
create index wechat_ticket_age on wechat_ticket (expires_at);
create index wechat_ticket_account on wechat_ticket (account_id) where account_id is not null;

-- The books of the stand-ins for the outside world; empty in a real shop.
create table sms_simulator (
  id       bigint generated always as identity primary key,
  phone    text not null,
  purpose  text not null,
  code     text not null,
  sent_at  timestamptz not null
);
create table wechat_simulator (
  code        text primary key,
  openid      text not null,
  nickname    text not null,
  created_at  timestamptz not null
);
