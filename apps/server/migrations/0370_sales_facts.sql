-- Figures of the reports, kept by day (and by month of months that are over) by the module money/figures; docs/decisions/2026-11-28-reports.md.

-- Whose customer it was when it bought: managers, regions and types of companies change. Null: an order from before; its company's present ones stand for it.
alter table orders add column sold_type text, add column sold_manager text, add column sold_province text, add column sold_city text;

create index orders_shipped_at on orders (shipped_at, id) where shipped_at is not null;
create index after_sale_inspected_at on after_sale (inspected_at) where inspected_at is not null;
create index price_change_cost on price_change (goods_id, at, id) where kind = 'cost';

-- What a goods cost the house at the end of a day: the last change before it, else what stood before the first change after it, else
-- what stands now. Null: it was not known.
create function cost_before(of_goods bigint, moment timestamptz) returns bigint language sql stable parallel safe as $$
  select nullif(coalesce(
    (select coalesce(p.after, -1) from price_change p where p.goods_id = of_goods and p.kind = 'cost' and p.at < moment order by p.at desc, p.id desc limit 1),
    (select coalesce(p.before, -1) from price_change p where p.goods_id = of_goods and p.kind = 'cost' and p.at >= moment order by p.at, p.id limit 1),
    (select c.cost from goods_cost c where c.goods_id = of_goods)), -1)
$$;

create function beijing_day(moment timestamptz) returns date language sql immutable parallel safe as $$
  select (moment at time zone 'Asia/Shanghai')::date
$$;

-- Which days (grain d) and months (grain m) are made, and when.
create table figure_made (
  grain    text not null check (grain in ('d', 'm')),
  day      date not null,
  made_at  timestamptz not null,
  primary key (grain, day)
);

-- Sales by who bought. Amounts are fen; what each is stands in money/figures/store.ts.
create table figure_buyer (
  grain            text not null check (grain in ('d', 'm')),
  day              date not null,                             -- of a month: its first
  province         text not null,
  city             text not null,
  manager          text not null,
  company_type     text not null,
  warehouse_id     bigint not null,
  orders           integer not null default 0,
  units            bigint not null default 0,
  gross            bigint not null default 0,
  reduction        bigint not null default 0,
  shipping         bigint not null default 0,
  returned         bigint not null default 0,
  returned_shipping bigint not null default 0,
  kept             bigint not null default 0,
  cost             bigint not null default 0,
  cost_back        bigint not null default 0,
  uncosted         bigint not null default 0,
  paid             bigint not null default 0,
  paid_back        bigint not null default 0,
  booked           bigint not null default 0,
  booked_shipping  bigint not null default 0,
  primary key (grain, day, province, city, manager, company_type, warehouse_id)
);

-- The same sales by what was bought. goods_id 0: what was kept out of refunds for gifts and the like, which is no goods' own.
create table figure_goods (
  grain      text not null check (grain in ('d', 'm')),
  day        date not null,
  goods_id   bigint not null,
  source     text not null,                                   -- of the price: flash, daily, bundle …
  units      bigint not null default 0,
  gross      bigint not null default 0,
  reduction  bigint not null default 0,
  returned_units bigint not null default 0,
  returned   bigint not null default 0,
  kept       bigint not null default 0,
  cost       bigint not null default 0,
  cost_back  bigint not null default 0,
  uncosted   bigint not null default 0,
  primary key (grain, day, goods_id, source)
);

-- A making anew that somebody asked for.
create table figure_remake (
  id          bigint generated always as identity primary key,
  from_day    date not null,
  to_day      date not null,
  done        integer not null default 0,                     -- days, the latest first
  state       text not null check (state in ('waiting', 'running', 'done', 'failed')),
  asked_by    text not null,
  asked_at    timestamptz not null,
  ended_at    timestamptz,
  note        text not null default '',
  check (from_day <= to_day)
);
create unique index figure_remake_open on figure_remake ((true)) where state in ('waiting', 'running');
create index figure_goods_of on figure_goods (goods_id, grain, day);

-- The topmost category of each goods, by the first of those that it stands in.
create function goods_top_categories() returns table (goods_id bigint, category_id bigint, name text) language sql stable parallel safe as $$
  with recursive up as (
    select gc.goods_id, c.id, c.parent_id, c.name
      from (select o.goods_id, min(o.category_id) as category_id from goods_category o group by o.goods_id) gc join category c on c.id = gc.category_id
    union all
    select up.goods_id, p.id, p.parent_id, p.name from up join category p on p.id = up.parent_id
  )
  select up.goods_id, up.id, up.name from up where up.parent_id is null
$$;
