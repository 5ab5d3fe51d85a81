-- A payment channel's bill of a day, laid beside the ledger (docs/decisions/2026-11-23-closing.md). The last file of a day counts.
create table channel_bill (
  id             bigint generated always as identity primary key,
  channel        text not null,
  day            date not null,
  file_name      text not null,
  line_count     integer not null,
  other_days     integer not null,     -- lines of other days in the file, left aside
  matched_count  integer not null,
  theirs_in      bigint not null,
  theirs_out     bigint not null,
  ours_in        bigint not null,
  ours_out       bigint not null,
  sent_by        text not null,
  sent_at        timestamptz not null,
  unique (channel, day)
);
create index channel_bill_list on channel_bill (day desc, channel);

-- Each is work: somebody finds out, writes down what it was and closes it.
create table channel_difference (
  id          bigint generated always as identity primary key,
  bill_id     bigint not null references channel_bill,
  side        text not null check (side in ('ours', 'theirs', 'amount')),
  direction   text not null check (direction in ('in', 'out')),
  number      text not null,           -- what names it in this bill
  gateway_no  text not null,           -- the channel's number, where its bill says one
  at          text not null,
  ours        bigint,
  theirs      bigint,
  hint        text not null default '',
  state       text not null default 'open' check (state in ('open', 'closed')),
  note        text not null default '',
  closed_by   text not null default '',
  closed_at   timestamptz,
  version     integer not null default 1,
  unique (bill_id, direction, number),
  check ((side = 'ours') = (theirs is null) and (side = 'theirs') = (ours is null)),
  check ((state = 'closed') = (closed_at is not null))
);
create index channel_difference_open on channel_difference (id) where state = 'open';

-- What was booked on a day.
create index ledger_posting_at on ledger_posting (at, id);

create trigger queue_channel_difference after insert or delete or update of state on channel_difference
  for each statement execute function tell_queues('{5}');
