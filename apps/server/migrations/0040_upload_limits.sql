-- Uploads counted by account and hour, refused ones too: checking a file costs more than sending one.
create table upload_tally (
  account_id  bigint not null references account(id) on delete cascade,
  hour        timestamptz not null,
  uploads     integer not null,
  primary key (account_id, hour)
);
-- The order in which a subject's pages stand.
alter table stored_file add column position smallint not null default 0;
