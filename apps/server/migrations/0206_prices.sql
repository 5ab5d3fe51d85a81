-- What a goods costs the house, apart from its row: nothing that a buyer's page reads comes near it.
create table goods_cost (
  goods_id    bigint primary key references goods(id) on delete cascade,
  cost        bigint check (cost > 0),                      -- fen; null: not known
  floor       bigint check (floor > 0),                     -- fen; below it nobody sells alone
  version     integer not null default 0,
  updated_at  timestamptz not null,
  updated_by  text not null
);

-- Each change of a price, by whom and why.
create table price_change (
  id          bigint generated always as identity primary key,
  goods_id    bigint not null references goods(id) on delete cascade,
  kind        text not null check (kind in ('base', 'retail', 'rank', 'company', 'ladder', 'cost', 'floor')),
  rank        text not null default '',
  company_id  bigint references company(id),
  number      integer,                                      -- of a step
  before      bigint,                                       -- fen; null: there was none
  after       bigint,
  reason      text not null,
  account_id  bigint references account(id) on delete set null,
  changed_by  text not null,
  at          timestamptz not null,
  check ((kind = 'rank') = (rank <> '')),
  check (kind <> 'company' or company_id is not null),
  check ((kind = 'ladder') = (number is not null))
);
create index price_change_goods on price_change (goods_id, id desc);
create index price_change_company on price_change (company_id) where company_id is not null;

create function price_change_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'changes of prices are append-only';
end $$;
create trigger price_change_append_only before update of goods_id, kind, rank, company_id, number, before, after, reason, changed_by, at
  on price_change for each row execute function price_change_is_append_only();
-- The clerk's list of companies with a price of their own.
create index goods_company_price_of_goods on goods_company_price (goods_id, company_id);
drop index goods_company_price_goods;
