-- Promotions, coupons, bundles, points mall, prize draws and composed pages (domain rule 'Price').
-- Scopes and audiences are data: {"all":true} | {"goods":[…],"categories":[…],"manufacturers":[…],"zones":["herb"],"except":[…]}
-- and {"types":[…],"provinces":[…],"ranks":[…],"companies":[…]}; {} as an audience is everybody.

-- ── Offers on a line ──

-- 'welfare' multiplies what the company would otherwise pay (94 折); every other offer has its own price.
alter table goods_offer add column percent integer check (percent between 1 and 99);
alter table goods_offer alter column price drop not null;
alter table goods_offer drop constraint goods_offer_kind_check;
alter table goods_offer add constraint goods_offer_kind_check check (kind in ('flash', 'daily', 'near_expiry', 'whole_case', 'welfare'));
alter table goods_offer add constraint goods_offer_price_or_percent check ((kind = 'welfare') = (percent is not null) and (kind = 'welfare') = (price is null));

-- 组合: goods sold together as one line, each at its own price inside the bundle.
create table bundle (
  id                 bigint generated always as identity primary key,
  name               text not null,
  hint               text not null default '',
  warehouse_id       bigint not null references warehouse(id),
  starts_at          timestamptz not null default '-infinity',
  ends_at            timestamptz not null default 'infinity',
  limit_per_buyer    integer check (limit_per_buyer > 0),   -- bundles a buyer may take while it runs
  quota              integer check (quota >= 0),
  taken              integer not null default 0 check (taken >= 0),
  full_reduction_ok  boolean not null default true,
  coupon_ok          boolean not null default true,
  sort               integer not null default 0,
  check (quota is null or taken <= quota)
);
create index bundle_open on bundle (ends_at, sort);
create table bundle_item (
  bundle_id  bigint not null references bundle(id) on delete cascade,
  goods_id   bigint not null references goods(id),
  number     integer not null check (number > 0),
  price      bigint not null check (price > 0),             -- unit price inside the bundle, fen
  sort       integer not null default 0,
  primary key (bundle_id, goods_id)
);
create index bundle_item_goods on bundle_item (goods_id);

-- ── Activities over several lines ──

create table promotion (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('goods_full_reduction', 'full_reduction', 'gift', 'exchange', 'cashback')),
  name       text not null,
  intro      text not null default '',
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  scope      jsonb not null,
  audience   jsonb not null default '{}',
  image      text not null default '',
  is_open    boolean not null default true,                 -- staff may stop it before its end
  sort       integer not null default 0,
  check (ends_at > starts_at)
);
create index promotion_alive on promotion (ends_at, sort);

-- threshold: fen or units by measure. A reduction tier has amount or percent (92 = pays 92 of 100).
create table promotion_tier (
  id            bigint generated always as identity primary key,
  promotion_id  bigint not null references promotion(id) on delete cascade,
  measure       text not null default 'amount' check (measure in ('amount', 'number')),
  threshold     bigint not null check (threshold > 0),
  amount        bigint check (amount > 0),
  percent       integer check (percent between 1 and 99),
  repeat        boolean not null default false,
  cap           bigint check (cap > 0),
  choose        integer check (choose > 0),                 -- gifts: how many kinds the buyer picks; null = all
  unique (promotion_id, measure, threshold)
);

create table promotion_gift (
  id        bigint generated always as identity primary key,
  tier_id   bigint not null references promotion_tier(id) on delete cascade,
  goods_id  bigint not null references goods(id),
  number    integer not null check (number > 0),
  quota     integer check (quota >= 0),
  taken     integer not null default 0 check (taken >= 0),
  sort      integer not null default 0,
  check (quota is null or taken <= quota)
);
create index promotion_gift_tier on promotion_gift (tier_id, sort);

create table promotion_exchange (
  id        bigint generated always as identity primary key,
  tier_id   bigint not null references promotion_tier(id) on delete cascade,
  goods_id  bigint not null references goods(id),
  price     bigint not null check (price > 0),
  limit_per_checkout  integer not null default 1 check (limit_per_checkout > 0),
  quota     integer check (quota >= 0),
  taken     integer not null default 0 check (taken >= 0),
  sort      integer not null default 0,
  check (quota is null or taken <= quota)
);
create index promotion_exchange_tier on promotion_exchange (tier_id, sort);

-- Readers keep a copy of everything that is alive and ask only whether this number has moved. What is taken of gifts and
-- exchanges is read afresh and does not move it.
create table promotion_version (
  only_row  boolean primary key default true check (only_row),
  version   bigint not null default 1
);
insert into promotion_version default values;
create function promotions_changed() returns trigger language plpgsql as $$
begin
  update promotion_version set version = version + 1;
  return null;
end $$;
create trigger promotion_versioned after insert or update or delete on promotion
  for each statement execute function promotions_changed();
create trigger promotion_tier_versioned after insert or update or delete on promotion_tier
  for each statement execute function promotions_changed();
create trigger promotion_gift_versioned after insert or delete or update of tier_id, goods_id, number, quota on promotion_gift
  for each statement execute function promotions_changed();
create trigger promotion_exchange_versioned after insert or delete or update of tier_id, goods_id, price, limit_per_checkout, quota on promotion_exchange
  for each statement execute function promotions_changed();

-- ── Coupons ──

create table coupon_template (
  id             bigint generated always as identity primary key,
  name           text not null,
  intro          text not null default '',
  threshold      bigint not null default 0 check (threshold >= 0),
  amount         bigint check (amount > 0),
  percent        integer check (percent between 1 and 99),   -- 90 = 9 折
  cap            bigint check (cap > 0),
  scope          jsonb not null,
  audience       jsonb not null default '{}',
  stackable      boolean not null default false,
  quota          integer check (quota >= 0),
  taken          integer not null default 0 check (taken >= 0),
  per_buyer      integer not null default 1 check (per_buyer > 0),
  take_from      timestamptz not null default '-infinity',
  take_until     timestamptz not null default 'infinity',
  valid_from     timestamptz,                                -- fixed period …
  valid_until    timestamptz,
  valid_days     integer check (valid_days > 0),             -- … or days from the moment it is taken
  is_public      boolean not null default true,              -- offered in the coupon centre
  sort           integer not null default 0,
  check ((amount is null) <> (percent is null)),
  check ((valid_until is null) <> (valid_days is null)),
  check (quota is null or taken <= quota)
);
create index coupon_template_public on coupon_template (take_until, sort) where is_public;

create table coupon (
  id           bigint generated always as identity primary key,
  template_id  bigint not null references coupon_template(id),
  company_id   bigint not null references company(id) on delete cascade,
  source       text not null default 'centre' check (source in ('centre', 'draw', 'points', 'staff')),
  taken_at     timestamptz not null default now(),
  valid_from   timestamptz not null,
  valid_until  timestamptz not null,
  checkout_id  bigint references checkout(id),               -- null: not used
  used_at      timestamptz,
  check ((checkout_id is null) = (used_at is null))
);
create index coupon_company on coupon (company_id, valid_until desc, id desc);
create index coupon_unused on coupon (company_id, valid_until) where checkout_id is null;
create index coupon_template_company on coupon (template_id, company_id);
create index coupon_checkout on coupon (checkout_id) where checkout_id is not null;

-- ── Cart and orders ──

alter table cart_line add column bundle_id bigint references bundle(id) on delete cascade;
alter table cart_line add column exchange_id bigint references promotion_exchange(id) on delete cascade;
alter table cart_line add column full_reduction_id bigint;     -- the buyer's choice: null = the best, 0 = none
alter table cart_line drop constraint cart_line_company_id_goods_id_warehouse_id_offer_id_whole_c_key;
alter table cart_line add constraint cart_line_same unique nulls not distinct
  (company_id, goods_id, warehouse_id, offer_id, whole_case, bundle_id, exchange_id);

alter table checkout_quote add column choice jsonb not null default '{}';   -- gifts and coupons that the sheet showed

alter table orders add column voucher_amount bigint not null default 0 check (voucher_amount >= 0);
alter table orders add column cashback_amount bigint not null default 0 check (cashback_amount >= 0);
alter table orders add column cashback_promotion_id bigint;
alter table orders add column points integer not null default 0 check (points >= 0);
-- The rows that step 2 showed for this order, to be shown again: [{key,label,note,amount}]
alter table orders add column money_rows jsonb not null default '[]';

-- shares: [{kind, id, name, amount}], summing to reduction.
alter table order_line add column shares jsonb not null default '[]';
alter table order_line add column bundle_id bigint;
alter table order_line add column bundle_number integer;
alter table order_line add column gift_id bigint;
alter table order_line add column exchange_id bigint;

-- ── Points mall ──

-- kind goods: sent to an address · coupon: into the company's coupons · voucher: into its cash vouchers
create table points_goods (
  id                  bigint generated always as identity primary key,
  mall                text not null default 'points' check (mall in ('points', 'perks')),   -- 积分商城 · 优益惠
  kind                text not null check (kind in ('goods', 'coupon', 'voucher')),
  name                text not null,
  intro               text not null default '',
  image               text not null default '',
  manufacturer_id     bigint references manufacturer(id),    -- the brand of a perk
  points              integer not null check (points >= 0),
  money               bigint not null default 0 check (money >= 0),   -- fen beside the points, from the balance
  worth               bigint check (worth > 0),              -- what it is worth in fen; a voucher's amount
  coupon_template_id  bigint references coupon_template(id),
  stock               integer check (stock >= 0),
  taken               integer not null default 0 check (taken >= 0),
  per_buyer           integer check (per_buyer > 0),
  starts_at           timestamptz not null default '-infinity',
  ends_at             timestamptz not null default 'infinity',
  sort                integer not null default 0,
  check (points > 0 or money > 0),
  check ((kind = 'coupon') = (coupon_template_id is not null)),
  check (kind <> 'voucher' or worth is not null),
  check (stock is null or taken <= stock)
);
create index points_goods_mall on points_goods (mall, sort, id);

create table points_order (
  id               bigint generated always as identity primary key,
  no               text not null unique,
  company_id       bigint not null references company(id),
  account_id       bigint not null references account(id),
  points_goods_id  bigint not null references points_goods(id),
  idempotency_key  text not null,
  name             text not null,
  image            text not null default '',
  kind             text not null,
  number           integer not null check (number > 0),
  points           integer not null check (points >= 0),
  money            bigint not null default 0 check (money >= 0),
  receiver         jsonb,                                    -- goods only
  status           text not null check (status in ('placed', 'shipped', 'completed', 'cancelled')),
  created_at       timestamptz not null default now(),
  shipped_at       timestamptz,
  completed_at     timestamptz,
  cancelled_at     timestamptz,
  unique (company_id, idempotency_key)
);
create index points_order_company on points_order (company_id, id desc);
create index points_order_goods on points_order (points_goods_id, company_id);

-- ── Prize draw ──

create table draw (
  id              bigint generated always as identity primary key,
  name            text not null,
  remarks         text not null default '',
  rule            text not null default '',
  image           text not null default '',
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  audience        jsonb not null default '{}',
  chances_per_day integer not null default 1 check (chances_per_day >= 0),
  is_open         boolean not null default true,
  check (ends_at > starts_at)
);
create table draw_prize (
  id                  bigint generated always as identity primary key,
  draw_id             bigint not null references draw(id) on delete cascade,
  kind                text not null check (kind in ('none', 'points', 'coupon', 'voucher', 'goods')),
  name                text not null,
  remarks             text not null default '',
  image               text not null default '',
  amount              bigint check (amount > 0),             -- points, or fen of a voucher
  coupon_template_id  bigint references coupon_template(id),
  weight              integer not null check (weight > 0),
  stock               integer check (stock >= 0),
  taken               integer not null default 0 check (taken >= 0),
  sort                integer not null default 0,
  check (stock is null or taken <= stock),
  check ((kind = 'coupon') = (coupon_template_id is not null)),
  check ((kind in ('points', 'voucher')) = (amount is not null))
);
create index draw_prize_draw on draw_prize (draw_id, sort, id);
-- Chances beside those of the day: given by orders, staff, points.
create table draw_chance (
  draw_id     bigint not null references draw(id) on delete cascade,
  company_id  bigint not null references company(id) on delete cascade,
  granted     integer not null default 0 check (granted >= 0),
  used        integer not null default 0 check (used >= 0 and used <= granted),
  primary key (draw_id, company_id)
);
-- Every draw as it was made: the random value and the weights it met, so that anybody can reckon it again.
create table draw_record (
  id               bigint generated always as identity primary key,
  draw_id          bigint not null references draw(id),
  company_id       bigint not null references company(id),
  account_id       bigint not null references account(id),
  idempotency_key  text not null,
  drawn_on         date not null,                            -- Beijing date
  at               timestamptz not null,
  random_value     bigint not null check (random_value >= 0),-- uniform below random_range
  random_range     bigint not null check (random_range > 0), -- sum of the weights below
  weights          jsonb not null,                           -- [{prize_id, weight}] in the order in which they were laid out
  prize_id         bigint references draw_prize(id),
  prize_kind       text not null,
  name             text not null,
  remarks          text not null default '',
  unique (company_id, idempotency_key),
  check (random_value < random_range)
);
create index draw_record_company on draw_record (company_id, id desc);
create index draw_record_day on draw_record (draw_id, company_id, drawn_on);
create index draw_record_winners on draw_record (draw_id, id desc) where prize_kind <> 'none';

-- ── Composed pages ──

-- blocks: [{type:'banner',…} | {type:'goods',…} | {type:'coupons',…} | {type:'text',…} | {type:'countdown',…}]
create table zone_page (
  id         bigint generated always as identity primary key,
  code       text not null unique,                           -- in links: /hdmb?id=code
  kind       text not null check (kind in ('zone', 'activity', 'fair', 'controlled')),
  name       text not null,
  intro      text not null default '',
  image      text not null default '',
  accent     text not null default '',
  parent_id  bigint references zone_page(id),
  starts_at  timestamptz not null default '-infinity',
  ends_at    timestamptz not null default 'infinity',
  blocks     jsonb not null default '[]',
  sort       integer not null default 0
);
create index zone_page_kind on zone_page (kind, sort, id);
