-- What staff and imports did stays as it was written, as the ledger does; neither is emptied.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function audit_is_append_only();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function audit_is_append_only();
create trigger ledger_entry_no_truncate before truncate on ledger_entry for each statement execute function ledger_is_append_only();
create trigger ledger_posting_no_truncate before truncate on ledger_posting for each statement execute function ledger_is_append_only();
