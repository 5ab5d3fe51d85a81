-- The contents of files may lie in an object storage outside; which files there are, whose they are and what they are called stays here.
-- A row first, its object second: whatever may lie outside has a row that says so, also where the shop was killed in between.
create table stored_object (
  id           bigint generated always as identity primary key,
  file_id      bigint not null,                    -- no reference: the object outlives its file until it is cleared
  sha256       bytea not null,                     -- with id it is the object's name
  asked_at     timestamptz not null,               -- it may be there from then on
  unneeded_at  timestamptz                         -- since when no file lies in it; null: one does, or is about to
);
create index stored_object_file on stored_object (file_id);
create index stored_object_unneeded on stored_object (unneeded_at) where unneeded_at is not null;

alter table stored_file_content
  alter column content drop not null,
  add column object bigint references stored_object(id),
  add column fault text not null default '',       -- why it could not be moved; '': nothing is wrong with it
  add column fault_at timestamptz,
  add constraint stored_file_content_in_one_place check (num_nonnulls(content, object) = 1);
create index stored_file_content_here on stored_file_content (file_id) where object is null;
create index stored_file_content_away on stored_file_content (object) where object is not null;
