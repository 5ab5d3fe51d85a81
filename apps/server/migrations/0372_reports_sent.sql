-- Reports that go to chosen people by themselves, and what each of them was sent; module money/figures.
create table figure_schedule (
  id          bigint generated always as identity primary key,
  name        text not null,
  report      text not null,                                  -- sales, margin …
  query       jsonb not null,                                 -- its grouping and filters, without days
  every       text not null check (every in ('day', 'week', 'month')),
  recipients  bigint[] not null check (cardinality(recipients) > 0),
  is_on       boolean not null default true,
  made_by     text not null,
  made_at     timestamptz not null,
  sent_to     date,                                           -- the last day of what was sent last; null: nothing yet
  version     integer not null default 0
);

create table figure_letter (
  id           bigint generated always as identity primary key,
  schedule_id  bigint references figure_schedule(id) on delete set null,
  account_id   bigint not null references account(id),
  title        text not null,
  text         text not null,
  report       text not null,
  query        jsonb not null,                                -- with its days
  sent_at      timestamptz not null,
  read_at      timestamptz
);
create unique index figure_letter_once on figure_letter (schedule_id, account_id, (query ->> 'to'));
create index figure_letter_own on figure_letter (account_id, id desc);
create index figure_letter_unread on figure_letter (account_id) where read_at is null;
