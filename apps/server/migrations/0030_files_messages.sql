-- Files that people upload and papers that the shop makes: private, in the database, so that every process has them and a
-- backup is whole. The bytes stand apart, so that lists of files never touch them.
create table stored_file (
  id           bigint generated always as identity primary key,
  company_id   bigint references company(id) on delete cascade,  -- null: the shop's own
  account_id   bigint references account(id) on delete set null, -- who brought it; null: made by the shop
  purpose      text not null,                                    -- what it may be used for: certificate, after_sale, receipt, proof, feedback, chat, face …
  subject      text,                                             -- what it belongs to ('qualification:12'); null: not used yet, cleared after a day
  name         text not null,
  mime         text not null,
  size         integer not null check (size > 0),
  sha256       bytea not null,
  created_at   timestamptz not null default now()
);
create index stored_file_company on stored_file (company_id, id desc);
create index stored_file_subject on stored_file (subject) where subject is not null;
create index stored_file_unused on stored_file (created_at) where subject is null;
create table stored_file_content (
  file_id  bigint primary key references stored_file(id) on delete cascade,
  content  bytea not null,
  preview  bytea                                                 -- a small WebP of a picture; null: none
);

-- What the shop tells a company: system | order | licence | activity.
create table message (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id) on delete cascade,
  kind        text not null check (kind in ('system', 'order', 'licence', 'activity')),
  title       text not null,
  text        text not null default '',
  url         text not null default '',
  key         text not null,                                     -- the same thing is told once
  created_at  timestamptz not null default now(),
  read_at     timestamptz,
  deleted_at  timestamptz,
  unique (company_id, key)
);
create index message_company on message (company_id, id desc) where deleted_at is null;
create index message_unread on message (company_id) where read_at is null and deleted_at is null;
