-- Labels that were printed: what was asked for, by whom, and of which records. The file is drawn from it when it is fetched.
create table label_print (
  id          bigint generated always as identity primary key,
  kind        text not null check (kind in ('carton', 'address', 'batch', 'goods', 'place')),
  size        text not null,
  wish        jsonb not null,
  labels      integer not null check (labels > 0),
  account_id  bigint not null references account,
  actor       text not null,
  printed_at  timestamptz not null
);
-- A row for each record of a print. first, last: of an order, which of so many cartons.
create table label_print_of (
  print_id  bigint not null references label_print,
  kind      text not null,
  subject   text not null,
  cartons   integer,
  first     integer,
  last      integer,
  again     integer not null default 0,   -- how many prints before had some of the same labels
  primary key (print_id, subject)
);
create index on label_print_of (subject, kind, print_id desc);
