-- Lists of the console as files, made by the queue.
create table export_job (
  id          bigint generated always as identity primary key,
  account_id  bigint not null references account,
  kind        text not null,
  format      text not null check (format in ('xlsx', 'csv')),
  query       jsonb not null,
  -- Words without which the file is not read: those that its maker held.
  words       text[] not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'gone')),
  file_name   text not null,
  row_count   integer not null default 0,
  byte_count  bigint not null default 0,
  note        text not null default '',
  asked_at    timestamptz not null,
  begun_at    timestamptz,
  ended_at    timestamptz,
  kept_until  timestamptz
);
create index export_job_account on export_job (account_id, id desc);
create index export_job_waiting on export_job (account_id) where state in ('waiting', 'running');
create index export_job_kept on export_job (kept_until) where kept_until is not null;

-- The file in pieces, so that nobody ever holds the whole of it.
create table export_piece (
  export_id  bigint not null references export_job on delete cascade,
  seq        integer not null,
  content    bytea not null,
  primary key (export_id, seq)
);
-- Packed already.
alter table export_piece alter column content set storage external;
