-- What a company says of itself when it joins, and the papers that show it.
alter table company
  add column legal_person     text not null default '',
  add column scope_text       text not null default '',          -- 经营范围 as its licences word it
  add column invoice_bank     text not null default '',
  add column invoice_account  text not null default '',
  add column invoice_address  text not null default '',
  add column invoice_phone    text not null default '',
  add column submitted_at     timestamptz,
  add column reviewed_at      timestamptz;
create index company_review on company (review_state, submitted_at, id) where review_state in (1, 3, 4);

-- Every version of a paper. The table qualification holds what is in force, which is all that buying looks at; a version waits
-- beside it, and takes its place when it passes.
-- status: 0 draft · 1 waits for review · 2 in force · 3 rejected · 4 replaced by a later one
create table certificate (
  id            bigint generated always as identity primary key,
  company_id    bigint not null references company(id) on delete cascade,
  kind          text not null,
  number        text not null default '',
  issuer        text not null default '',
  holder        text not null default '',                        -- the person whom it names
  issued_on     date,
  expires_on    date,                                            -- null with is_endless: 长期; null without: not said yet
  is_endless    boolean not null default false,
  scope_codes   text[] not null default '{}',
  scope_text    text not null default '',
  status        smallint not null default 0 check (status between 0 and 4),
  reason        text not null default '',                        -- why it was rejected
  created_at    timestamptz not null,
  submitted_at  timestamptz,
  decided_at    timestamptz,
  decided_by    text not null default ''
);
create index certificate_company on certificate (company_id, kind, id desc);
-- One version at a time is being made, waits or is to be mended; one is in force.
create unique index certificate_open on certificate (company_id, kind) where status in (0, 1, 3);
create unique index certificate_in_force on certificate (company_id, kind) where status = 2;
create index certificate_waiting on certificate (submitted_at, id) where status = 1;

alter table qualification
  add column holder          text not null default '',
  add column certificate_id  bigint references certificate(id) on delete set null;
create index qualification_expires on qualification (expires_on) where expires_on is not null;
-- A hospital's licence is its own kind of paper.
update qualification q set kind = 'medical_licence' from company c
 where c.id = q.company_id and c.type in ('村卫生室', '医院') and q.kind = 'clinic_licence';

-- What a passed company wants changed of its name, credit code, type or place: in force only once reviewed.
-- status: 1 waits · 2 passed · 3 rejected · 4 withdrawn
create table company_change (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id) on delete cascade,
  fields      jsonb not null,
  status      smallint not null default 1 check (status between 1 and 4),
  reason      text not null default '',
  created_at  timestamptz not null,
  decided_at  timestamptz,
  decided_by  text not null default ''
);
create index company_change_company on company_change (company_id, id desc);
create unique index company_change_open on company_change (company_id) where status = 1;
