-- 调价单: many prices that change together at a moment that two people agreed upon, and can be taken back together.
-- waiting for approval is no state of it: the request that waits says so.
create table price_list (
  id             bigint generated always as identity primary key,
  name           text not null,
  reason         text not null,
  starts_at      timestamptz,                                 -- null: as soon as it is approved
  state          text not null default 'draft'
                 check (state in ('draft', 'scheduled', 'applying', 'live', 'rolling', 'rolled_back', 'withdrawn')),
  version        integer not null default 1,                  -- counts the saves of the draft
  row_count      integer not null default 0,
  ready_count    integer not null default 0,
  wrong_count    integer not null default 0,
  created_by     text not null,
  updated_by     text not null,
  updated_at     timestamptz not null,
  -- Who handed it in: its prices change as his deed, whenever that is.
  asked_id       bigint references account(id),
  asked_by       text not null default '',
  approved_by    text not null default '',
  approved_at    timestamptz,
  approval_id    bigint references approval_request(id),
  applied_at     timestamptz,
  back_id        bigint references account(id),
  back_by        text not null default '',
  back_approved_by text not null default '',
  back_approval_id bigint references approval_request(id),
  back_reason    text not null default '',
  back_at        timestamptz,
  withdrawn_by   text not null default '',
  withdrawn_at   timestamptz,
  withdrawn_reason text not null default ''
);
create index price_list_work on price_list (id) where state in ('scheduled', 'applying', 'rolling');
create index price_list_approval on price_list (approval_id) where approval_id is not null;
create index price_list_back_approval on price_list (back_approval_id) where back_approval_id is not null;

create table price_list_row (
  list_id        bigint not null references price_list(id),
  line           integer not null,
  said           jsonb not null,                              -- as it was written: goods, kind, of, price
  goods_id       bigint references goods(id) on delete cascade,
  kind           text check (kind in ('base', 'rank', 'company')),
  rank           text not null default '',
  company_id     bigint references company(id),
  before         bigint,                                      -- fen; as it was weighed last
  after          bigint check (after > 0),                    -- fen; null: taken away
  -- done: changed by the list; left: not, for it was another price by then; back: restored; kept: not restored, for the same reason
  state          text not null check (state in ('wrong', 'same', 'ready', 'done', 'left', 'back', 'kept')),
  note           text not null default '',
  large          boolean not null default false,              -- changes by more than one person may cut
  below          boolean not null default false,              -- cost or floor
  low            boolean not null default false,              -- offers bring it below them, and did not before
  primary key (list_id, line)
);
create index price_list_row_state on price_list_row (list_id, state, goods_id, line);
create index price_list_row_goods on price_list_row (goods_id);
create index price_list_row_company on price_list_row (company_id) where company_id is not null;

-- Which list changed it.
alter table price_change add column list_id bigint references price_list(id);
create index price_change_list on price_change (list_id) where list_id is not null;
