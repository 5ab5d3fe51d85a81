-- Buyers' own seals: who asked for one on whose word, who may use it, and every use. The wholesaler's stand in the same table.
alter table seal
  add column legal_person text not null default '',
  add column applicant_id bigint references account(id);
create index seal_waiting on seal (id) where state = 'applied';

create table seal_user (
  seal_id     bigint not null references seal(id) on delete cascade,
  account_id  bigint not null references account(id) on delete cascade,
  primary key (seal_id, account_id)
);

create table seal_use (
  id          bigint generated always as identity primary key,
  seal_id     bigint not null references seal(id) on delete cascade,
  company_id  bigint not null references company(id) on delete cascade,
  account_id  bigint not null references account(id),
  person      text not null,                             -- who signed, as they wrote themselves
  ip          text not null,
  what        text not null,
  subject     text not null,                             -- contract:12
  at          timestamptz not null
);
create index seal_use_company on seal_use (company_id, id desc);
create index seal_use_seal on seal_use (seal_id);
create function seal_use_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the log of a seal never changes';
end $$;
create trigger seal_use_never_changes before update on seal_use for each row execute function seal_use_stays();

-- Time stamps (RFC 3161) of papers that were signed while no authority answered: over the whole file, beside it, for the
-- file of a paper never changes.
create table document_stamp (
  document_id  bigint primary key references document(id),
  token        bytea not null,
  authority    text not null,
  stamped_at   timestamptz not null,                     -- what the authority says
  created_at   timestamptz not null
);
