-- One deed on many records: tried on each first (weighing, weighed), then done to those where it can be (running, done). A row is done in
-- one transaction with the deed itself, so that whatever kills the process nothing is done twice or left out.
create table bulk_job (
  id          bigint generated always as identity primary key,
  kind        text not null,
  account_id  bigint not null references account,
  wish        jsonb not null,
  state       text not null default 'weighing' check (state in ('weighing', 'weighed', 'running', 'done', 'cancelled', 'failed')),
  note        text not null default '',
  asked_at    timestamptz not null,
  ended_at    timestamptz
);
create index on bulk_job (account_id, id desc);
create index on bulk_job (asked_at);
create table bulk_row (
  job_id     bigint not null references bulk_job on delete cascade,
  seq        integer not null,
  record_id  bigint not null,
  key        text not null default '',   -- what a person knows the record by
  name       text not null default '',
  stood      text not null default '',   -- what the deed changes, as it was
  state      text not null default 'new' check (state in ('new', 'ready', 'refused', 'done', 'submitted')),
  message    text not null default '',
  primary key (job_id, seq)
);
create index on bulk_row (job_id, state, seq);
