-- Lists of the console as somebody wants them: filters, sort and columns, as the page's address says them.
create table list_view (
  id          bigint generated always as identity primary key,
  list        text not null,
  name        text not null check (name <> ''),
  account_id  bigint not null references account on delete cascade,
  is_shared   boolean not null default false,
  query       text not null,
  version     integer not null default 0,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create unique index list_view_own on list_view (account_id, list, name);
create index list_view_shared on list_view (list, name) where is_shared;

-- With which of them a person begins.
create table list_view_default (
  account_id  bigint not null references account on delete cascade,
  list        text not null,
  view_id     bigint not null references list_view on delete cascade,
  primary key (account_id, list)
);
create index list_view_default_view on list_view_default (view_id);
