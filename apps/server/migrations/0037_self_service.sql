-- What buyers do for themselves: quick purchase, wanted requests, feedback, favourites and footprints.

-- A list that was put in the cart: the same key is answered as it was the first time, and adds nothing again.
create table quick_order (
  company_id  bigint not null references company(id) on delete cascade,
  key         text not null,
  answer      jsonb not null,
  created_at  timestamptz not null default now(),
  primary key (company_id, key)
);
create index quick_order_age on quick_order (created_at);

-- Goods that a buyer asks for because the shop lacks them.
create table wanted_request (
  id              bigint generated always as identity primary key,
  company_id      bigint not null references company(id) on delete cascade,
  account_id      bigint references account(id) on delete set null,
  submit_key      text not null,                       -- of the form that brought it, with its place in it: a form counts once
  name            text not null,
  spec            text not null default '',
  manufacturer    text not null default '',
  number          integer not null check (number > 0),
  unit            text not null default '',
  expected_price  bigint check (expected_price > 0),   -- fen a unit; null = not said
  note            text not null default '',
  state           text not null default 'open' check (state in ('open', 'answered', 'arrived', 'closed')),
  close_reason    text not null default '',
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (company_id, submit_key)
);
create index wanted_request_company on wanted_request (company_id, updated_at desc, id desc);
create index wanted_request_company_state on wanted_request (company_id, state, updated_at desc, id desc);
create index wanted_request_state on wanted_request (state, updated_at, id);

-- What was said about a request, and the goods that the shop offers for it.
create table wanted_entry (
  id          bigint generated always as identity primary key,
  request_id  bigint not null references wanted_request(id) on delete cascade,
  account_id  bigint references account(id) on delete set null,
  is_staff    boolean not null,
  author      text not null,
  text        text not null default '',
  goods_ids   bigint[] not null default '{}',
  created_at  timestamptz not null default now()
);
create index wanted_entry_request on wanted_entry (request_id, id);

-- kind: feedback on the shop, or a complaint. topic: what it is about.
create table feedback (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id) on delete cascade,
  account_id  bigint references account(id) on delete set null,
  kind        text not null check (kind in ('feedback', 'complaint')),
  topic       text not null,
  order_id    bigint references orders(id),
  text        text not null,
  contact     text not null default '',
  state       text not null default 'open' check (state in ('open', 'answered')),
  created_at  timestamptz not null default now()
);
create index feedback_company on feedback (company_id, id desc);
create index feedback_state on feedback (state, id);
create table feedback_answer (
  id           bigint generated always as identity primary key,
  feedback_id  bigint not null references feedback(id) on delete cascade,
  account_id   bigint references account(id) on delete set null,
  author       text not null,
  text         text not null,
  created_at   timestamptz not null default now()
);
create index feedback_answer_feedback on feedback_answer (feedback_id, id);

-- What the goods cost this company when it was added to its favourites, to say 已降价; null: no price was to be seen then.
alter table favorite add column seen_price bigint;
