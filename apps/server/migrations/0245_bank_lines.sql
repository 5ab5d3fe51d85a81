-- The bank's statement of transfers that came in (docs/decisions/2026-11-23-closing.md). A file is read and shown first; taken, its
-- lines become rows, each once however often it comes. A line books nothing by itself.
create table bank_import (
  id           bigint generated always as identity primary key,
  file_name    text not null,
  state        text not null default 'shown' check (state in ('shown', 'taken')),
  lines        jsonb not null,                -- as they were read, with their keys; emptied once they are rows
  faults       jsonb not null,
  fault_count  integer not null,
  outgoing     integer not null,
  line_count   integer not null,
  fresh_count  integer,                       -- how many were rows for the first time
  read_by      text not null,
  read_at      timestamptz not null,
  taken_by     text not null default '',
  taken_at     timestamptz,
  check ((state = 'taken') = (taken_at is not null))
);

create table bank_line (
  id             bigint generated always as identity primary key,
  import_id      bigint not null references bank_import,
  line           integer not null,            -- in the file
  key            text not null unique,        -- what it is known by: the bank's number of it, else all that it says
  day            date not null,
  time           text not null,
  payer_name     text not null,
  payer_account  text not null,
  amount         bigint not null check (amount > 0),
  memo           text not null,
  serial         text not null,
  state          text not null default 'open' check (state in ('open', 'matched', 'suspended', 'aside')),
  payment_id     bigint references payment,   -- what it paid
  suspense_id    bigint references suspense,  -- or where it waits
  note           text not null default '',
  decided_by     text not null default '',
  decided_at     timestamptz,
  check ((state = 'matched') = (payment_id is not null)),
  check ((state = 'suspended') = (suspense_id is not null)),
  check ((state = 'open') = (decided_at is null))
);
-- One transfer pays one payment.
create unique index bank_line_payment on bank_line (payment_id) where payment_id is not null;
create unique index bank_line_suspense on bank_line (suspense_id) where suspense_id is not null;
create index bank_line_open on bank_line (id) where state = 'open';
create index bank_line_list on bank_line (state, id desc);
create index bank_line_day on bank_line (day, id desc);
create index bank_line_alike on bank_line (amount, day);
create index bank_line_serial on bank_line (serial text_pattern_ops);

-- What a transfer may be for: by its amount, the number in its memo, the payer's name.
create index payment_bank_due on payment (amount) where channel = 'bank' and status = 'created';
create index payment_bank_by_hand on payment (amount, paid_at) where channel = 'bank' and status = 'paid' and gateway_no is null;
create index orders_unpaid_amount on orders (payable_amount) where status = 'pending_payment';
create index company_by_name on company (name);

-- Money of a transfer that nothing was found for.
alter table suspense drop constraint suspense_reason_check;
alter table suspense add constraint suspense_reason_check
  check (reason in ('amount_mismatch', 'unknown_payment', 'paid_twice', 'bank_unmatched'));

create trigger queue_bank_line after insert or delete or update of state on bank_line
  for each statement execute function tell_queues('{5}');
