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

-- Serials are given by each issuer for itself: two certificates may have the same. Each is known by its fingerprint.
alter table document_seal add column fingerprint text;
alter table document_seal disable trigger document_seal_never_changes;
update document_seal s set fingerprint = c.fingerprint from signing_certificate c where c.serial = s.serial;
alter table document_seal enable trigger document_seal_never_changes;
alter table document_seal drop constraint document_seal_serial_fkey;
alter table signing_certificate drop constraint signing_certificate_pkey;
alter table signing_certificate add primary key (fingerprint);
alter table document_seal alter column fingerprint set not null,
  add constraint document_seal_fingerprint_fkey foreign key (fingerprint) references signing_certificate(fingerprint);
