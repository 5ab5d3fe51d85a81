-- A signed report to which something was added after its last signature: quality is told before the release.
alter table batch_document add column added_after_signing boolean not null default false;

-- Whom a paper names, as they were called at the deed; null: asked for before this was kept.
alter table document add column supplier jsonb, add column buyer_name text;

create or replace function document_stays() returns trigger language plpgsql as $$
begin
  if (new.no, new.check_code, new.kind, new.version, new.subject, new.company_id, new.day, new.snapshot, new.asked_at, new.replaces,
      new.supplier, new.buyer_name)
     is distinct from (old.no, old.check_code, old.kind, old.version, old.subject, old.company_id, old.day, old.snapshot, old.asked_at,
      old.replaces, old.supplier, old.buyer_name)
     or (old.file_id is not null and (new.file_id, new.sha256, new.made_at) is distinct from (old.file_id, old.sha256, old.made_at)) then
    raise exception 'a document never changes: correct it by a new version';
  end if;
  return new;
end $$;
