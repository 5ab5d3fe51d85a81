-- Who has a piece of work open. It stands between people alone: what may be done with the piece is decided where the deed is done.
create table work_taken (
  kind        text not null,
  subject_id  bigint not null,
  account_id  bigint not null references account on delete cascade,
  taken_at    timestamptz not null,
  -- The last time that its holder was seen at it.
  kept_at     timestamptz not null,
  primary key (kind, subject_id)
);
create index work_taken_kept on work_taken (kept_at);
create index work_taken_account on work_taken (account_id);
