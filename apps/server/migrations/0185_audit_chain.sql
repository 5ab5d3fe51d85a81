-- From where a deed on record came, and a chain over the record (docs/decisions/2026-11-23-audit-chain.md).

alter table audit_log
  add column roles      text not null default '',   -- of the actor at that moment
  add column call       text not null default '',   -- POST /api/staff/…; '' = not by a call
  add column ip         text not null default '',
  add column request_id text not null default '',
  add column reason     text not null default '';

-- The auditor's list, newest first: by time alone, of one person, of one kind of deed. Of one record: audit_log_subject.
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (actor, at, id) include (action);
create index audit_log_action on audit_log (action collate "C", at, id);

-- One seal a row, each over the seal before it. Apart from the rows, so that these are never written again; without a reference,
-- so that a row that somebody took away leaves its seal behind.
create table audit_seal (
  audit_id   bigint primary key,
  seq        bigint not null unique,
  hash       bytea not null check (octet_length(hash) = 32),
  sealed_at  timestamptz not null default clock_timestamp()
);
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function audit_is_append_only();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function audit_is_append_only();

-- What was written and has no seal yet. Whoever writes the record adds to it and waits for nobody; the sealer takes away.
create table audit_unsealed (audit_id bigint primary key);
create function await_audit_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed select id from fresh on conflict do nothing;
  return null;
end $$;
create trigger audit_log_awaits_seal after insert on audit_log
  referencing new table as fresh for each statement execute function await_audit_seal();
insert into audit_unsealed select id from audit_log;
