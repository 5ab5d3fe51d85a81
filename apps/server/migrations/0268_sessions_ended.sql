-- Sessions that are over by themselves concern nobody: whoever clears them away says so. The database's clock is not asked, which may be another
-- than the shop's.
drop trigger session_viewers_deleted on session;
drop trigger session_viewers_changed on session;
create trigger session_viewers_deleted after delete on session
  for each row when (current_setting('shop.clearing', true) is distinct from 'on') execute function tell_session_changed();
create trigger session_viewers_changed after update of token_hash, account_id, company_id, expires_at on session
  for each row execute function tell_session_changed();
