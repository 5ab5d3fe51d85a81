-- Files of pictures beside files of goods. What was packed waits here until it is drawn anew; then it is a stored file of the import, and of its
-- goods once it landed.
alter table import_file drop constraint import_file_kind_check;
alter table import_file add constraint import_file_kind_check check (kind in ('goods', 'pictures'));
create table import_picture (
  file_id     bigint not null,
  seq         integer not null,
  content     bytea,                               -- as it was packed; null: it was drawn, or cannot be
  place       integer not null default 1,          -- which picture of its goods
  stored_id   bigint references stored_file on delete set null,
  primary key (file_id, seq),
  foreign key (file_id, seq) references import_file_row on delete cascade
);
create index import_picture_stored on import_picture (stored_id);
