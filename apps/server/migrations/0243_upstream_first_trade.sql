-- First trade upstream (药品经营质量管理规范 arts. 61-66): whom the wholesaler buys from, and goods that are new to it, each entered by
-- purchasing, looked at by the quality department and approved by its head.
create table supplier (
  id             bigint generated always as identity primary key,
  name           text not null unique check (name <> ''),
  credit_code    text not null unique check (credit_code <> ''),
  kind           text not null check (kind in ('maker', 'wholesaler')),
  scopes         text[] not null default '{}',        -- codes of business_scope
  legal_person   text not null default '',
  address        text not null default '',
  quality_person text not null default '',
  quality_phone  text not null default '',
  bank           text not null default '',
  bank_account   text not null default '',
  contact        text not null default '',
  phone          text not null default '',
  mandate_range  text not null default '',            -- goods and area that its salesman's mandate names
  version        integer not null default 0,
  passed_until   date,                                -- the last day that its approval covers; null: none stands
  created_at     timestamptz not null,
  created_by     text not null
);
create index supplier_until on supplier (passed_until) where passed_until is not null;
create index supplier_name_pairs on supplier using gin (pairs_of(name)) with (fastupdate = off);

-- Goods that a clerk entered. Goods without a row here were the shop's before, or came with a file of the house: taken over.
create table goods_first_trade (
  goods_id    bigint primary key references goods(id) on delete cascade,
  supplier_id bigint references supplier(id),         -- from whom it is to be bought
  standard    text not null default '',               -- the quality standard it is made by
  reason      text not null default '',               -- why it is wanted
  version     integer not null default 0,
  passed_at   timestamptz,                            -- of its first approval: since then it may be sold
  passed_until date,                                  -- the last day on which it may be received
  created_at  timestamptz not null
);
create index goods_first_trade_supplier on goods_first_trade (supplier_id) where supplier_id is not null;

create table upstream_paper (
  id          bigint generated always as identity primary key,
  supplier_id bigint references supplier(id),
  goods_id    bigint references goods_first_trade(goods_id) on delete cascade,
  kind        text not null,
  holder      text not null default '',               -- of a mandate: whom it names
  number      text not null default '',
  expires_on  date,                                   -- null: without an end
  state       text not null default 'in_force' check (state in ('in_force', 'replaced')),
  created_at  timestamptz not null,
  created_by  text not null,
  ended_at    timestamptz,
  check (num_nonnulls(supplier_id, goods_id) = 1)
);
create unique index upstream_paper_supplier on upstream_paper (supplier_id, kind) where state = 'in_force' and supplier_id is not null;
create unique index upstream_paper_goods on upstream_paper (goods_id, kind) where state = 'in_force' and goods_id is not null;

-- One application for first trade, or for its renewal. Three deeds by three people.
create table upstream_approval (
  id          bigint generated always as identity primary key,
  supplier_id bigint references supplier(id),
  goods_id    bigint references goods_first_trade(goods_id) on delete cascade,
  state       text not null default 'applied' check (state in ('applied', 'checked', 'approved', 'refused')),
  renewal     boolean not null,
  words       text not null,
  applied_at  timestamptz not null,
  applied_by  text not null,
  applied_id  bigint not null references account(id),
  opinion     text not null default '',
  checked_at  timestamptz,
  checked_by  text not null default '',
  checked_id  bigint references account(id),
  reason      text not null default '',
  decided_at  timestamptz,
  decided_by  text not null default '',
  decided_id  bigint references account(id),
  until       date,                                   -- of an approval: the last day that it covers
  check (num_nonnulls(supplier_id, goods_id) = 1),
  check (checked_id is distinct from applied_id and decided_id is distinct from applied_id),
  check (decided_id is null or decided_id is distinct from checked_id),
  check ((state in ('approved', 'refused')) = (decided_id is not null)),
  check (state not in ('checked', 'approved') or checked_id is not null)
);
create unique index upstream_approval_supplier_open on upstream_approval (supplier_id) where state in ('applied', 'checked');
create unique index upstream_approval_goods_open on upstream_approval (goods_id) where state in ('applied', 'checked');
create index upstream_approval_supplier on upstream_approval (supplier_id, id desc) where supplier_id is not null;
create index upstream_approval_goods on upstream_approval (goods_id, id desc) where goods_id is not null;

alter table stock_intake add column supplier_id bigint references supplier(id);
create index stock_intake_supplier on stock_intake (supplier_id, id desc) where supplier_id is not null;

-- Whichever way goods come on the shelf (a clerk, a file, the end of a stop): not before their first trade passed.
create function shelf_needs_first_trade() returns trigger language plpgsql as $$
begin
  if exists (select from goods_first_trade f where f.goods_id = new.id and f.passed_at is null) then
    new.on_shelf := false;
    new.law_held := false;
    new.off_shelf_reason := '首营品种尚未通过审批';
  end if;
  return new;
end $$;
create trigger goods_shelf_first_trade before update of on_shelf, law_held on goods
  for each row when ((new.on_shelf and not old.on_shelf) or (new.law_held and not old.law_held)) execute function shelf_needs_first_trade();

create trigger queue_upstream after insert or delete or update of state on upstream_approval
  for each statement execute function tell_queues('{6}');
