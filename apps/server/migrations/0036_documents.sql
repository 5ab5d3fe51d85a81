-- ── Ephedrine: how much a company may order, and the receipts that it owes ─────────────────────────────────

-- Packs of compound preparations that contain ephedrine, over all of them: an order's, and a Beijing calendar month's.
-- Every pack holds at most 720 mg (solid) or 800 mg (liquid) by law, so a number of packs is a bound of the substance too.
create table ephedrine_limit (
  company_type  text primary key check (company_type in ('单体药店', '连锁总部', '连锁门店', '诊所', '村卫生室', '医院', '批发企业')),
  per_order     integer not null check (per_order > 0),
  per_month     integer not null check (per_month >= per_order)
);
insert into ephedrine_limit (company_type, per_order, per_month) values
  ('单体药店', 100, 300), ('连锁门店', 100, 300), ('诊所', 40, 120), ('村卫生室', 20, 60), ('医院', 200, 800),
  ('连锁总部', 1000, 4000), ('批发企业', 2000, 8000);

create index orders_ephedrine on orders (company_id, created_at desc) where is_ephedrine;

-- One for each ephedrine order that was received. Its stamped form is due on due_on; state:
-- awaiting → submitted → passed, or → rejected → submitted …
create table ephedrine_receipt (
  order_id     bigint primary key references orders(id),
  company_id   bigint not null references company(id),
  state        text not null default 'awaiting' check (state in ('awaiting', 'submitted', 'passed', 'rejected')),
  due_on       date not null,
  reason       text not null default '',               -- of the rejection
  submitted_at timestamptz,
  reviewed_at  timestamptz,
  reviewed_by  text not null default '',
  created_at   timestamptz not null
);
create index ephedrine_receipt_owed on ephedrine_receipt (company_id, due_on) where state in ('awaiting', 'rejected');
create index ephedrine_receipt_due on ephedrine_receipt (due_on) where state in ('awaiting', 'rejected');
create index ephedrine_receipt_waiting on ephedrine_receipt (submitted_at) where state = 'submitted';

-- What a company owes decides what it may buy (0003: every process forgets what it remembers of viewers).
create trigger ephedrine_receipt_viewers after insert or update or delete on ephedrine_receipt
  for each statement execute function tell_viewers_changed();

-- Orders received before receipts were kept have the full time from now.
insert into ephedrine_receipt (order_id, company_id, due_on, created_at)
select id, company_id, (now() at time zone 'Asia/Shanghai')::date + 7, now() from orders where is_ephedrine and received_at is not null;

-- ── Bank transfers, as buyers say them ─────────────────────────────────────────────────────────────────────

create table transfer_proof (
  id             bigint generated always as identity primary key,
  payment_id     bigint not null references payment(id),
  company_id     bigint not null references company(id),
  amount         bigint not null check (amount > 0),
  paid_on        date not null,
  payer_name     text not null,
  payer_account  text not null,
  remark         text not null default '',
  state          text not null default 'submitted' check (state in ('submitted', 'confirmed', 'rejected')),
  reason         text not null default '',
  reviewed_at    timestamptz,
  reviewed_by    text not null default '',
  created_at     timestamptz not null
);
create index transfer_proof_payment on transfer_proof (payment_id, id desc);
create unique index transfer_proof_one_waiting on transfer_proof (payment_id) where state = 'submitted';
create index transfer_proof_waiting on transfer_proof (id) where state = 'submitted';

-- ── Contracts ──────────────────────────────────────────────────────────────────────────────────────────────

-- A version never changes once it was published. text: a line '## …' begins an article; {供方} {需方} {期限} are filled in.
create table contract_version (
  version       integer primary key check (version > 0),
  title         text not null,
  text          text not null,
  valid_months  integer not null check (valid_months between 1 and 60),
  published_at  timestamptz not null
);
create function contract_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a published contract never changes';
end $$;
create trigger contract_version_final before update or delete on contract_version
  for each row execute function contract_version_is_final();

create table contract_signature (
  id            bigint generated always as identity primary key,
  no            text not null unique,
  company_id    bigint not null references company(id),
  account_id    bigint not null references account(id),
  version       integer not null references contract_version(version),
  signer_name   text not null,
  signer_title  text not null,
  sha256        bytea not null,                        -- of the text as it was signed, names filled in
  valid_from    date not null,
  valid_until   date not null,
  ip            text not null,
  user_agent    text not null default '',
  signed_at     timestamptz not null,
  file_id       bigint references stored_file(id)      -- the signed paper
);
create index contract_signature_company on contract_signature (company_id, id desc);
create index contract_signature_end on contract_signature (valid_until);

-- ── Invoices ───────────────────────────────────────────────────────────────────────────────────────────────

-- What is to be asked of the invoice provider: written with the deed that calls for it, worked off by a job outside of it.
-- issue: of a shipped order · red: takes back a part or all of an invoice · change: all red, then anew with other titles
create table invoice_request (
  id          bigint generated always as identity primary key,
  key         text not null unique,                    -- the same deed asks once
  kind        text not null check (kind in ('issue', 'red', 'change')),
  order_id    bigint not null references orders(id),
  company_id  bigint not null references company(id),
  state       text not null check (state in ('review', 'waiting', 'done', 'rejected', 'void')),
  reason      text not null default '',                -- why it is asked
  wish        jsonb,                                   -- change: the titles; red: [{order_line_id, number, amount}]
  answer      text not null default '',                -- why it was rejected
  reviewed_by text not null default '',
  created_at  timestamptz not null,
  done_at     timestamptz
);
create index invoice_request_company on invoice_request (company_id, id desc);
create index invoice_request_order on invoice_request (order_id, id);
create index invoice_request_review on invoice_request (id) where state = 'review';
create unique index invoice_request_one_change on invoice_request (order_id) where kind = 'change' and state in ('review', 'waiting');

create table invoice (
  id           bigint generated always as identity primary key,
  number       text not null unique check (number ~ '^\d{20}$'),
  request_id   bigint not null references invoice_request(id),
  order_id     bigint not null references orders(id),
  company_id   bigint not null references company(id),
  kind         text not null check (kind in ('special', 'normal')),
  colour       text not null check (colour in ('blue', 'red')),
  of_id        bigint references invoice(id),          -- red: the blue one that it takes back from
  is_test      boolean not null,
  issued_at    timestamptz not null,
  seller       jsonb not null,                         -- {name, tax_no, address, phone, bank, account}
  buyer        jsonb not null,
  lines        jsonb not null,                         -- [{order_line_id, item, spec, unit, number, price, net, rate, tax}], fen
  net          bigint not null,
  tax          bigint not null,
  total        bigint not null,
  remark       text not null default '',
  file_id      bigint references stored_file(id),
  check (net + tax = total),
  check ((colour = 'red') = (of_id is not null)),
  check ((colour = 'red') = (total < 0)),
  unique (request_id, colour)
);
create index invoice_company on invoice (company_id, issued_at desc, id desc);
create index invoice_order on invoice (order_id, id);
create index invoice_of on invoice (of_id) where of_id is not null;

-- The books of the embedded test provider of invoices: the outside world's state, read by nothing but that provider.
create table invoice_simulator (
  serial      bigint generated always as identity primary key,
  request_no  text not null unique,
  number      text not null unique,
  issued_at   timestamptz not null
);
