-- What the law has the house keep stays as it was written, as the ledger, the audit log and the papers themselves do.
create function kept_by_law() returns trigger language plpgsql as $$
begin
  raise exception '% is kept: what it says never changes', tg_table_name;
end $$;

create trigger document_seal_never_changes before update or delete on document_seal for each row execute function kept_by_law();
create trigger document_seal_no_truncate before truncate on document_seal for each statement execute function kept_by_law();
create trigger document_download_never_changes before update or delete on document_download for each row execute function kept_by_law();
create trigger document_download_no_truncate before truncate on document_download for each statement execute function kept_by_law();
create trigger signing_certificate_never_changes before update or delete on signing_certificate for each row execute function kept_by_law();
create trigger signing_certificate_no_truncate before truncate on signing_certificate for each statement execute function kept_by_law();

-- A state of a licence is closed once, by the trigger that keeps it; nothing else of it changes, and none goes but with its company.
create function licence_state_stays() returns trigger language plpgsql as $$
begin
  if old.valid_until is null and new.valid_until is not null
     and (to_jsonb(new) - 'valid_until') = (to_jsonb(old) - 'valid_until') then
    return new;
  end if;
  raise exception 'qualification_history is kept: what it says never changes';
end $$;
create trigger qualification_history_never_changes before update on qualification_history
  for each row execute function licence_state_stays();
create function licence_state_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from company c where c.id = old.company_id) then
    return old;
  end if;
  raise exception 'qualification_history is kept: what it says never changes';
end $$;
create trigger qualification_history_never_goes before delete on qualification_history
  for each row execute function licence_state_is_kept();
create trigger qualification_history_no_truncate before truncate on qualification_history
  for each statement execute function licence_state_is_kept();
