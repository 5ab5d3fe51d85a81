-- Papers that the shop makes. Each is asked for in the transaction of its deed, with everything that will stand on it, and
-- drawn by a job: once. What it says, its number and its file never change; a correction is a new version.

-- Seals of the wholesaler (company_id null) and of buyers: drawn from their words, or a picture of them.
create table seal (
  id             bigint generated always as identity primary key,
  company_id     bigint references company(id) on delete cascade,
  purpose        text not null,
  name           text not null,                          -- the company's, on the upper arc
  number         text not null default '',
  picture_id     bigint references stored_file(id),
  authority_id   bigint references stored_file(id),      -- the legal person's authorisation
  valid_from     date not null,
  valid_until    date,
  state          text not null check (state in ('applied', 'in_force', 'refused', 'stopped')),
  reason         text not null default '',               -- of a refusal or a stop
  created_at     timestamptz not null,
  created_by     text not null,
  decided_at     timestamptz,
  decided_by     text
);
-- One seal of a purpose is in force at a time.
create unique index seal_in_force on seal (coalesce(company_id, 0), purpose) where state = 'in_force';
create index seal_company on seal (company_id, id desc);

-- Certificates that papers were signed with; their keys are nowhere in the database.
create table signing_certificate (
  serial       text primary key,
  subject      text not null,
  issuer       text not null,
  valid_from   timestamptz not null,
  valid_until  timestamptz not null,
  fingerprint  text not null,                            -- SHA-256 of the certificate
  certificate  bytea not null,
  chain        bytea[] not null default '{}',
  is_demo      boolean not null,
  first_used   timestamptz not null
);

create table document (
  id           bigint generated always as identity primary key,
  no           text not null unique,
  check_code   text not null,
  kind         text not null,
  version      integer not null default 1 check (version >= 1),
  subject      text not null,                            -- shipment:12
  company_id   bigint references company(id),            -- whose paper it is; null: the shop's own
  title        text not null,
  day          date not null,                            -- of the deed, Beijing
  snapshot     jsonb not null,                           -- all that stands on it
  state        text not null default 'waiting' check (state in ('waiting', 'valid', 'replaced', 'withdrawn', 'failed')),
  fault        text not null default '',                 -- why it could not be drawn; why it was withdrawn
  file_id      bigint references stored_file(id),
  sha256       bytea,
  pages        integer,
  asked_at     timestamptz not null,
  asked_by     text not null,
  made_at      timestamptz,
  replaces     bigint unique references document(id),
  change       text not null default '',                 -- why this version was made
  unique (kind, subject, version),
  check (state not in ('valid', 'replaced') or (file_id is not null and sha256 is not null and made_at is not null)),
  check ((version = 1) = (replaces is null))
);
create index document_company on document (company_id, id desc);
create index document_company_kind on document (company_id, kind, id desc);
create index document_subject on document (subject, kind, version desc);
create index document_kind_day on document (kind, day desc, id desc);
create index document_failed on document (id desc) where state = 'failed';
create index document_waiting on document (asked_at) where state = 'waiting';
create index document_sha256 on document (sha256) where sha256 is not null;

create function document_stays() returns trigger language plpgsql as $$
begin
  if (new.no, new.check_code, new.kind, new.version, new.subject, new.company_id, new.day, new.snapshot, new.asked_at, new.replaces)
     is distinct from (old.no, old.check_code, old.kind, old.version, old.subject, old.company_id, old.day, old.snapshot, old.asked_at, old.replaces)
     or (old.file_id is not null and (new.file_id, new.sha256, new.made_at) is distinct from (old.file_id, old.sha256, old.made_at)) then
    raise exception 'a document never changes: correct it by a new version';
  end if;
  return new;
end $$;
create trigger document_never_changes before update on document for each row execute function document_stays();
create function document_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'documents are kept';
end $$;
create trigger document_never_goes before delete on document for each row execute function document_is_kept();

-- Each use of a seal and of the key: which paper, when, by whom.
create table document_seal (
  document_id  bigint not null references document(id),
  position     integer not null,                         -- 1: the shop's; 2: a buyer's on top of it
  purpose      text not null,
  seal_id      bigint references seal(id),               -- null: drawn from the shop's name
  name         text not null,
  serial       text not null references signing_certificate(serial),
  level        text not null check (level in ('B-B', 'B-T')),
  stamp_fault  text not null default '',                 -- why the time stamp is missing
  signed_at    timestamptz not null,
  signed_by    text not null,
  primary key (document_id, position)
);
create index document_seal_unstamped on document_seal (signed_at) where stamp_fault <> '';

-- Who took what and when: an inspector asks.
create table document_download (
  id           bigint generated always as identity primary key,
  document_id  bigint references document(id),
  file_id      bigint references stored_file(id),
  company_id   bigint,
  account_id   bigint not null references account(id),
  way          text not null,                            -- file · zip · print
  at           timestamptz not null,
  check (num_nonnulls(document_id, file_id) >= 1)
);
create index document_download_document on document_download (document_id, id desc);
create index document_download_company on document_download (company_id, id desc);
