-- Monthly statements (往来对账单), one a company and Beijing month, read of the ledger; what the buyer says to them.
create table statement (
  id            bigint generated always as identity primary key,
  company_id    bigint not null references company(id),
  month         text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  opening       bigint not null,                         -- what the shop holds for the company, less what it owes; fen
  received      bigint not null,
  bought        bigint not null,
  given         bigint not null,
  other         bigint not null,
  closing       bigint not null,
  made_at       timestamptz not null,
  answer        text not null default 'open' check (answer in ('open', 'agreed', 'disputed')),
  answered_at   timestamptz,
  answered_by   text not null default '',
  note          text not null default '',
  unique (company_id, month),
  check (opening + received - bought + given + other = closing),
  check ((answer = 'open') = (answered_at is null))
);
create index statement_disputed on statement (month desc, id) where answer = 'disputed';
