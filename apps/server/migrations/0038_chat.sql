-- One conversation a company with the wholesaler's service. Its row is locked by whoever writes into it, so that messages
-- become visible in the order of their ids and its figures are always those of its messages.
create table chat_conversation (
  id            bigint generated always as identity primary key,
  company_id    bigint not null unique references company(id) on delete cascade,
  state         text not null default 'open' check (state in ('open', 'closed')),   -- closed: dealt with; the next word of the buyer opens it
  buyer_unread  integer not null default 0 check (buyer_unread >= 0),
  staff_unread  integer not null default 0 check (staff_unread >= 0),
  last_text     text not null default '',
  last_sender   text not null default '',
  last_at       timestamptz not null default now()
);
create index chat_conversation_recent on chat_conversation (last_at desc, id desc);
create index chat_conversation_waiting on chat_conversation (last_at, id) where staff_unread > 0;

create table chat_message (
  id               bigint generated always as identity primary key,
  conversation_id  bigint not null references chat_conversation(id) on delete cascade,
  sender           text not null check (sender in ('buyer', 'staff', 'auto')),
  account_id       bigint references account(id) on delete set null,
  name             text not null,                          -- of who wrote it, as it was then
  kind             text not null check (kind in ('text', 'picture', 'order', 'goods')),
  text             text not null default '',
  card             jsonb,                                  -- of an order or a goods: { title, text, url, image }, as it was then
  client_key       text not null,                          -- made by the page: the same message sent again is the same message
  created_at       timestamptz not null default now(),
  unique (conversation_id, sender, client_key)
);
create index chat_message_recent on chat_message (conversation_id, id desc);

-- Articles as an editor works on them: a draft is seen by nobody else, every saved state is kept.
alter table article_category
  add column is_shown    boolean not null default true,
  add column intro       text not null default '';
alter table article
  add column status      text not null default 'published' check (status in ('draft', 'published')),
  add column author      text not null default '',
  add column cover       text not null default '',
  add column seo_summary text not null default '',         -- for search engines; empty: the summary
  add column sort        integer not null default 0,
  add column updated_at  timestamptz not null default now();
drop index article_category_recent;
create index article_category_recent on article (category_id, published_at desc, id desc) where status = 'published';
create table article_version (
  article_id  bigint not null references article(id) on delete cascade,
  version     integer not null,
  title       text not null,
  summary     text not null,
  body        text not null,
  author      text not null,
  saved_at    timestamptz not null,
  primary key (article_id, version)
);
-- Whether an article helped: one voice an account, which it may change.
create table article_vote (
  article_id  bigint not null references article(id) on delete cascade,
  account_id  bigint not null references account(id) on delete cascade,
  helpful     boolean not null,
  at          timestamptz not null,
  primary key (article_id, account_id)
);
