-- First-trade data (药品经营质量管理规范 arts. 61-63): the wholesaler's own licences and files and those of goods, each version
-- kept; the pack of watermarked copies that a buyer is given; what a buyer answers about its own quality management.

create table trade_paper (
  id            bigint generated always as identity primary key,
  series        bigint not null,                            -- id of its first version: a renewal goes on with it
  goods_id      bigint references goods(id),                -- null: the wholesaler's own
  kind          text not null,
  holder        text not null default '',                   -- of a mandate: whom it names
  number        text not null default '',
  issuer        text not null default '',
  issued_on     date,
  expires_on    date,                                       -- null: without an end
  note          text not null default '',
  state         text not null default 'in_force' check (state in ('in_force', 'replaced', 'withdrawn')),
  reason        text not null default '',                   -- of a withdrawal
  created_at    timestamptz not null,
  created_by    text not null,
  ended_at      timestamptz
);
-- One of a kind stands; of mandates one a person.
create unique index trade_paper_in_force on trade_paper (coalesce(goods_id, 0), kind, holder) where state = 'in_force';
create index trade_paper_series on trade_paper (series, id desc);
create index trade_paper_goods on trade_paper (goods_id) where goods_id is not null;
create index trade_paper_ending on trade_paper (expires_on) where state = 'in_force' and expires_on is not null;

-- What a company has looked at of the wholesaler's papers; downloads stand in document_download.
create table trade_paper_seen (
  paper_id    bigint not null references trade_paper(id) on delete cascade,
  company_id  bigint not null references company(id) on delete cascade,
  account_id  bigint references account(id) on delete set null,
  at          timestamptz not null,
  primary key (paper_id, company_id)
);
create index trade_paper_seen_company on trade_paper_seen (company_id);

-- Companies that have asked for the pack: they are given the new copy when a paper is renewed.
create table trade_pack (
  company_id  bigint primary key references company(id) on delete cascade,
  asked_at    timestamptz not null,
  asked_by    text not null
);

-- The quality questionnaire: each sending is kept.
create table trade_questionnaire (
  id           bigint generated always as identity primary key,
  company_id   bigint not null references company(id) on delete cascade,
  answers      jsonb not null,
  filled_by    text not null,
  filled_title text not null,
  account_id   bigint references account(id) on delete set null,
  state        text not null default 'sent' check (state in ('sent', 'accepted', 'returned')),
  reason       text not null default '',
  sent_at      timestamptz not null,
  decided_at   timestamptz,
  decided_by   text not null default ''
);
create index trade_questionnaire_company on trade_questionnaire (company_id, id desc);

-- First-trade approval of a buyer: the quality department looks, then the quality manager decides, who is somebody else.
create table trade_approval (
  id             bigint generated always as identity primary key,
  company_id     bigint not null references company(id) on delete cascade,
  state          text not null default 'checked' check (state in ('checked', 'approved', 'refused')),
  checked_at     timestamptz not null,
  checked_by     text not null,
  checked_id     bigint not null references account(id),
  opinion        text not null default '',
  decided_at     timestamptz,
  decided_by     text not null default '',
  decided_id     bigint references account(id),
  reason         text not null default '',
  check (decided_id is null or decided_id <> checked_id)
);
create unique index trade_approval_open on trade_approval (company_id) where state = 'checked';
create index trade_approval_company on trade_approval (company_id, id desc);
