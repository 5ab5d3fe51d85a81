-- Wrong passwords, counted by what was typed and where it came from, whether such an account exists or not: a lock that
-- only real accounts had would tell which ones are real. key: 'name:…', 'ip:…' or both.
create table login_failure (
  key         text primary key,
  failures    integer not null,
  started_at  timestamptz not null
);
create index login_failure_age on login_failure (started_at);
alter table account drop column failed_logins, drop column locked_until;

-- Every process remembers for a few seconds who a session is; these tell all of them what to forget.
-- Payload: '' = everything, else the session's token hash in hex.
create function tell_viewers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('viewer_changed', '');
  return null;
end $$;
create trigger company_viewers after update or delete on company
  for each statement execute function tell_viewers_changed();
create trigger company_scope_viewers after insert or update or delete on company_scope
  for each statement execute function tell_viewers_changed();
create trigger qualification_viewers after insert or update or delete on qualification
  for each statement execute function tell_viewers_changed();
create trigger account_viewers after update or delete on account
  for each statement execute function tell_viewers_changed();
create trigger account_company_viewers after update or delete on account_company
  for each statement execute function tell_viewers_changed();

create function tell_session_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('viewer_changed', encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger session_viewers after update or delete on session
  for each row when (old.expires_at > now()) execute function tell_session_changed();
