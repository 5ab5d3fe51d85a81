-- The shop from catalogue to ledger. Money is whole fen (bigint), trade dates are Beijing dates (date),
-- instants are timestamptz. Every buyer-owned table carries company_id.

-- ── Catalogue ────────────────────────────────────────────────────────────────────────────────────────────

create table manufacturer (
  id           bigint generated always as identity primary key,
  name         text not null unique,
  short_name   text not null default '',
  logo         text not null default '',
  is_brand     boolean not null default false,
  brand_intro  text not null default '',
  sort         integer not null default 0
);

-- tree: drug | selected | herb | device (药品 / 优选 / 中药 / 器械)
create table category (
  id         bigint generated always as identity primary key,
  code       text not null unique,
  parent_id  bigint references category(id),
  tree       text not null check (tree in ('drug', 'selected', 'herb', 'device')),
  name       text not null,
  hint       text not null default '',
  logo       text not null default '',
  logo1      text not null default '',
  sort       integer not null default 0
);
create index category_parent on category (parent_id, sort);

create table business_scope (
  code  text primary key,
  name  text not null,
  sort  integer not null default 0
);

create table goods (
  id                bigint generated always as identity primary key,
  code              text not null unique,                 -- the ERP's code
  name              text not null,                        -- what the buyer reads, usually generic name with form
  generic_name      text not null,
  trade_name        text not null default '',
  manufacturer_id   bigint references manufacturer(id),
  holder            text not null default '',             -- 上市许可持有人
  origin            text not null default '',             -- 产地, prepared pieces
  spec              text not null default '',
  unit              text not null default '',
  mid_pack          integer not null default 1 check (mid_pack >= 1),
  case_pack         integer not null default 1 check (case_pack >= 1),
  splittable        boolean not null default true,        -- may be sold below the mid pack
  min_number        integer not null default 1 check (min_number >= 1),
  dosage_form       text not null default '',
  approval_no       text not null default '',
  barcode           text not null default '',
  drug_class        text not null default 'none' check (drug_class in ('rx', 'otc_a', 'otc_b', 'device', 'herb', 'none')),
  storage           text not null default '',
  cold_chain        boolean not null default false,
  shelf_life_months integer,
  scope_code        text not null references business_scope(code),
  kind              text not null default 'drug' check (kind in ('drug', 'herb', 'device', 'health', 'other')),
  is_selected       boolean not null default false,       -- 优选 (is_youx)
  is_ephedrine      boolean not null default false,       -- 含麻
  insurance_class   text not null default '',             -- 医保 甲/乙
  base_price        bigint check (base_price > 0),        -- fen; null = not priced yet, cannot be sold
  retail_price      bigint check (retail_price > 0),      -- suggested retail, fen
  purchase_limit    integer check (purchase_limit > 0),   -- per buyer and day (qg_number)
  ladder_type       smallint not null default 0,          -- 1: 'up to N' tiers, otherwise 'N or more'
  free_shipping_from integer,                             -- dpby: ships free from this many units
  on_shelf          boolean not null default true,
  off_shelf_reason  text not null default '',
  mnemonic          text not null default '',             -- the ERP's own 助记码, upper case
  tags              text[] not null default '{}',         -- 优 秒 满 换购 赠 特 新
  instructions      jsonb not null default '[]',          -- [{title, text}]
  sales_30d         integer not null default 0,
  availability_id   bigint,                               -- null: sold everywhere
  listed_at         timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create index goods_manufacturer on goods (manufacturer_id);
create index goods_updated on goods (updated_at);
create index goods_barcode on goods (barcode) where barcode <> '';

create table goods_category (
  goods_id     bigint not null references goods(id) on delete cascade,
  category_id  bigint not null references category(id),
  primary key (goods_id, category_id)
);
create index goods_category_category on goods_category (category_id, goods_id);

create table goods_image (
  id        bigint generated always as identity primary key,
  goods_id  bigint not null references goods(id) on delete cascade,
  url       text not null,
  sort      integer not null default 0
);
create index goods_image_goods on goods_image (goods_id, sort);

-- Who may see a goods at all. A rule with controlled = true is 控销: only those named may see the price and buy.
-- A buyer matches when any entry matches: region 'prefix of province/city', company type, or one company.
-- A rule without entries admits nobody.
create table availability (
  id          bigint generated always as identity primary key,
  name        text not null,
  controlled  boolean not null default false
);
create table availability_entry (
  id               bigint generated always as identity primary key,
  availability_id  bigint not null references availability(id) on delete cascade,
  province         text,
  city             text,
  company_type     text,
  company_id       bigint
);
create index availability_entry_rule on availability_entry (availability_id);
alter table goods add foreign key (availability_id) references availability(id);
create index goods_availability on goods (availability_id) where availability_id is not null;

create table goods_rank_price (
  goods_id  bigint not null references goods(id) on delete cascade,
  rank      text not null,
  price     bigint not null check (price > 0),
  primary key (goods_id, rank)
);
create table goods_company_price (
  company_id  bigint not null,
  goods_id    bigint not null references goods(id) on delete cascade,
  price       bigint not null check (price > 0),
  primary key (company_id, goods_id)
);
create index goods_company_price_goods on goods_company_price (goods_id);
-- ladder steps: for ladder_type 1 number is the upper bound of its tier, otherwise the lower bound
create table goods_ladder (
  goods_id  bigint not null references goods(id) on delete cascade,
  number    integer not null check (number > 0),
  price     bigint not null check (price > 0),
  primary key (goods_id, number)
);

-- Offers on a line: one goods at its own price for a while. goods_price_id on the wire is goods_offer.id.
create table flash_session (
  id         bigint generated always as identity primary key,
  name       text not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  check (ends_at > starts_at)
);
create table goods_offer (
  id                   bigint generated always as identity primary key,
  kind                 text not null check (kind in ('flash', 'daily', 'near_expiry', 'whole_case')),
  goods_id             bigint not null references goods(id) on delete cascade,
  flash_session_id     bigint references flash_session(id) on delete cascade,
  stock_batch_id       bigint,
  price                bigint not null check (price > 0),
  starts_at            timestamptz not null default '-infinity',
  ends_at              timestamptz not null default 'infinity',
  quota                integer check (quota >= 0),
  taken                integer not null default 0 check (taken >= 0),
  limit_per_buyer      integer check (limit_per_buyer > 0),
  full_reduction_ok    boolean not null default true,
  coupon_ok            boolean not null default true,
  check (quota is null or taken <= quota)
);
create index goods_offer_goods on goods_offer (goods_id);
create index goods_offer_open on goods_offer (kind, ends_at);

-- ── Stock ────────────────────────────────────────────────────────────────────────────────────────────────

create table warehouse (
  id         bigint generated always as identity primary key,
  code       text not null unique,
  name       text not null,
  province   text not null default '',
  sort       integer not null default 0
);

create table stock_batch (
  id               bigint generated always as identity primary key,
  warehouse_id     bigint not null references warehouse(id),
  goods_id         bigint not null references goods(id),
  batch_no         text not null check (length(batch_no) between 1 and 20),
  production_date  date,
  expiry_date      date not null,
  available        integer not null check (available >= 0),
  reserved         integer not null default 0 check (reserved >= 0),
  updated_at       timestamptz not null default now(),
  unique (warehouse_id, goods_id, batch_no)
);
create index stock_batch_fefo on stock_batch (goods_id, warehouse_id, expiry_date, id);
create index stock_batch_expiry on stock_batch (expiry_date) where available > 0;
alter table goods_offer add foreign key (stock_batch_id) references stock_batch(id);

-- What lists show, and the lock that reservations of one goods in one warehouse queue on.
-- available = sum over unexpired batches not held for a near-expiry offer; kept in the same transaction.
create table goods_stock (
  goods_id      bigint not null references goods(id) on delete cascade,
  warehouse_id  bigint not null references warehouse(id),
  available     integer not null default 0 check (available >= 0),
  first_expiry  date,
  last_expiry   date,
  primary key (goods_id, warehouse_id)
);

-- Every change of a batch's figures, append-only.
create table stock_movement (
  id              bigint generated always as identity primary key,
  stock_batch_id  bigint not null references stock_batch(id),
  kind            text not null check (kind in ('import', 'reserve', 'release', 'ship', 'return', 'adjust')),
  available       integer not null,
  reserved        integer not null,
  order_id        bigint,
  at              timestamptz not null default now()
);
create index stock_movement_batch on stock_movement (stock_batch_id, id);
create index stock_movement_order on stock_movement (order_id) where order_id is not null;

-- ── Companies and accounts ───────────────────────────────────────────────────────────────────────────────

create table store_group (
  id    bigint generated always as identity primary key,
  name  text not null
);

create table company (
  id               bigint generated always as identity primary key,
  code             text unique,                         -- the ERP's customer code
  name             text not null,
  type             text not null check (type in ('单体药店', '连锁总部', '连锁门店', '诊所', '村卫生室', '医院', '批发企业')),
  credit_code      text,
  province         text not null default '',
  city             text not null default '',
  district         text not null default '',
  address          text not null default '',
  contact          text not null default '',
  phone            text not null default '',
  rank             text not null default '',            -- price grade
  review_state     smallint not null default 0 check (review_state between 0 and 4),
  review_note      text not null default '',
  contract_signed  boolean not null default true,
  store_group_id   bigint references store_group(id),
  manager_name     text not null default '',            -- account manager
  manager_phone    text not null default '',
  manager_default  boolean not null default false,
  credit_limit     bigint not null default 0,           -- fen
  credit_days      integer not null default 0,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index company_group on company (store_group_id) where store_group_id is not null;
create index company_credit_code on company (credit_code);

create table company_scope (
  company_id  bigint not null references company(id) on delete cascade,
  scope_code  text not null references business_scope(code),
  primary key (company_id, scope_code)
);

-- kind: business_licence, drug_licence, clinic_licence, device_licence, device_filing, food_licence,
-- purchase_mandate, receiver_mandate, quality_agreement. scope_codes: the goods scopes that stand on it
-- (empty = every purchase needs it). expires_on null = 长期.
create table qualification (
  id           bigint generated always as identity primary key,
  company_id   bigint not null references company(id) on delete cascade,
  kind         text not null,
  name         text not null,
  number       text not null default '',
  issuer       text not null default '',
  issued_on    date,
  expires_on   date,
  scope_codes  text[] not null default '{}',
  status       smallint not null default 2 check (status between 0 and 3),
  unique (company_id, kind)
);

create table account (
  id             bigint generated always as identity primary key,
  username       text not null unique,                  -- phone for buyers
  phone          text unique,
  name           text not null,
  password_hash  text not null,
  face           text not null default '',
  is_staff       boolean not null default false,
  staff_role     text not null default '',
  failed_logins  integer not null default 0,
  locked_until   timestamptz,
  created_at     timestamptz not null default now()
);
create table account_company (
  account_id  bigint not null references account(id) on delete cascade,
  company_id  bigint not null references company(id) on delete cascade,
  is_owner    boolean not null default true,
  primary key (account_id, company_id)
);
create index account_company_company on account_company (company_id);

create table session (
  token_hash  bytea primary key,                        -- sha-256 of the cookie's value
  account_id  bigint not null references account(id) on delete cascade,
  company_id  bigint references company(id),            -- the store in use; null for staff
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  ip          text not null default '',
  user_agent  text not null default ''
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

create table address (
  id          bigint generated always as identity primary key,
  company_id  bigint not null references company(id) on delete cascade,
  receiver    text not null,
  phone       text not null,
  province    text not null,
  city        text not null,
  district    text not null,
  detail      text not null,
  is_default  boolean not null default false,
  is_licence  boolean not null default false,           -- the licensed premises
  created_at  timestamptz not null default now()
);
create index address_company on address (company_id, is_default desc, id);

create table audit_log (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  account_id  bigint,
  actor       text not null,
  action      text not null,
  subject     text not null,
  before      jsonb,
  after       jsonb
);
create index audit_log_subject on audit_log (subject, id);

-- ── Buying ───────────────────────────────────────────────────────────────────────────────────────────────

create table cart_line (
  id            bigint generated always as identity primary key,
  company_id    bigint not null references company(id) on delete cascade,
  goods_id      bigint not null references goods(id) on delete cascade,
  warehouse_id  bigint not null references warehouse(id),
  offer_id      bigint references goods_offer(id) on delete set null,  -- goods_price_id on the wire
  whole_case    boolean not null default false,                        -- is_yj
  number        integer not null check (number > 0),
  is_selected   boolean not null default true,
  seen_price    bigint,                                                -- unit price when added, to say 降价
  created_at    timestamptz not null default now(),
  unique nulls not distinct (company_id, goods_id, warehouse_id, offer_id, whole_case)
);

create table favorite (
  company_id  bigint not null references company(id) on delete cascade,
  goods_id    bigint not null references goods(id) on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (company_id, goods_id)
);
create index favorite_recent on favorite (company_id, created_at desc);

create table footprint (
  company_id  bigint not null references company(id) on delete cascade,
  goods_id    bigint not null references goods(id) on delete cascade,
  visited_at  timestamptz not null default now(),
  times       integer not null default 1,
  primary key (company_id, goods_id)
);
create index footprint_recent on footprint (company_id, visited_at desc);

-- One submit of step 2. The key comes from the page; the same key answers the same orders for ever.
create table checkout (
  id               bigint generated always as identity primary key,
  company_id       bigint not null references company(id),
  account_id       bigint not null references account(id),
  idempotency_key  text not null,
  created_at       timestamptz not null default now(),
  unique (company_id, idempotency_key)
);

create table orders (
  id               bigint generated always as identity primary key,
  no               text not null unique,
  checkout_id      bigint not null references checkout(id),
  company_id       bigint not null references company(id),
  account_id       bigint not null references account(id),
  warehouse_id     bigint not null references warehouse(id),
  is_ephedrine     boolean not null default false,
  status           text not null check (status in
                   ('pending_payment', 'paid', 'picking', 'shipped', 'received', 'completed', 'cancelled')),
  goods_amount     bigint not null check (goods_amount >= 0),
  reduction_amount bigint not null default 0 check (reduction_amount >= 0),
  shipping_amount  bigint not null default 0 check (shipping_amount >= 0),
  balance_amount   bigint not null default 0 check (balance_amount >= 0),   -- paid from the balance
  payable_amount   bigint not null check (payable_amount >= 0),             -- left for a payment channel
  paid_amount      bigint not null default 0 check (paid_amount >= 0),      -- received through a channel
  receiver         jsonb not null,            -- {receiver, phone, province, city, district, detail}
  invoice_kind     text not null check (invoice_kind in ('special', 'normal')),
  remark           text not null default '',
  has_flash        boolean not null default false,
  pay_before       timestamptz,
  created_at       timestamptz not null default now(),
  paid_at          timestamptz,
  shipped_at       timestamptz,
  received_at      timestamptz,
  completed_at     timestamptz,
  cancelled_at     timestamptz,
  cancel_reason    text not null default ''
);
create index orders_company on orders (company_id, id desc);
create index orders_company_status on orders (company_id, status, id desc);
create index orders_due on orders (pay_before) where status = 'pending_payment';
create index orders_checkout on orders (checkout_id);

create table order_line (
  id               bigint generated always as identity primary key,
  order_id         bigint not null references orders(id),
  company_id       bigint not null,
  goods_id         bigint not null references goods(id),
  goods            jsonb not null,            -- snapshot: name, spec, unit, manufacturer, approval_no, dosage_form, image …
  number           integer not null check (number > 0),
  unit_price       bigint not null,
  amount           bigint not null,           -- number × unit price
  reduction        bigint not null default 0, -- this line's share of every reduction
  price_source     text not null,             -- base | rank | company | ladder | flash | daily | near_expiry | whole_case
  offer_id         bigint,
  explanation      jsonb not null default '[]'
);
create index order_line_order on order_line (order_id);
create index order_line_company_goods on order_line (company_id, goods_id, id desc);

create table order_line_batch (
  id               bigint generated always as identity primary key,
  order_line_id    bigint not null references order_line(id),
  stock_batch_id   bigint not null references stock_batch(id),
  batch_no         text not null,
  production_date  date,
  expiry_date      date not null,
  number           integer not null check (number > 0)
);
create index order_line_batch_line on order_line_batch (order_line_id);

create table order_log (
  id        bigint generated always as identity primary key,
  order_id  bigint not null references orders(id),
  at        timestamptz not null default now(),
  actor     text not null,
  event     text not null,
  text      text not null
);
create index order_log_order on order_log (order_id, id);

-- ── Payment and ledger ───────────────────────────────────────────────────────────────────────────────────

-- One attempt to pay one order through one channel.
create table payment (
  id            bigint generated always as identity primary key,
  no            text not null unique,          -- what the gateway knows it by
  order_id      bigint not null references orders(id),
  company_id    bigint not null references company(id),
  channel       text not null,
  amount        bigint not null check (amount > 0),
  status        text not null default 'created' check (status in ('created', 'paid', 'closed', 'refunding', 'refunded')),
  gateway_no    text,
  created_at    timestamptz not null default now(),
  paid_at       timestamptz,
  refunded_at   timestamptz
);
create index payment_order on payment (order_id);
create unique index payment_gateway_no on payment (channel, gateway_no) where gateway_no is not null;

-- Every callback as it came, accepted or not.
create table payment_callback (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  channel     text not null,
  payment_no  text not null,
  verified    boolean not null,
  outcome     text not null,
  body        jsonb not null
);
create index payment_callback_no on payment_callback (payment_no);

-- kind for companies: balance, credit, voucher, points (their figure is kept and never below zero for balance);
-- for the shop: gateway (money in channels), bank, sales, shipping, receivable, opening … (their figure is derived).
create table ledger_account (
  id          bigint generated always as identity primary key,
  company_id  bigint references company(id),
  kind        text not null,
  balance     bigint,                          -- kept for companies' accounts; null for the shop's own
  unique nulls not distinct (company_id, kind),
  check ((company_id is null) = (balance is null)),
  check (balance is null or kind not in ('balance', 'voucher', 'points') or balance >= 0)
);
create table ledger_posting (
  id               bigint generated always as identity primary key,
  idempotency_key  text not null unique,
  kind             text not null,              -- use_type: order_pay, order_refund, recharge, opening …
  company_id       bigint references company(id),
  order_id         bigint references orders(id),
  memo             text not null default '',
  at               timestamptz not null default now()
);
create index ledger_posting_company on ledger_posting (company_id, id desc);
create table ledger_entry (
  id          bigint generated always as identity primary key,
  posting_id  bigint not null references ledger_posting(id),
  account_id  bigint not null references ledger_account(id),
  amount      bigint not null check (amount <> 0),
  balance_after bigint
);
create index ledger_entry_posting on ledger_entry (posting_id);
create index ledger_entry_account on ledger_entry (account_id, id desc);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_entry_append_only before update or delete on ledger_entry
  for each row execute function ledger_is_append_only();
create trigger ledger_posting_append_only before update or delete on ledger_posting
  for each row execute function ledger_is_append_only();

create function ledger_posting_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from ledger_entry where posting_id = new.posting_id) <> 0 then
    raise exception 'ledger posting % does not sum to zero', new.posting_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_posting_sums_to_zero();

-- ── Content ──────────────────────────────────────────────────────────────────────────────────────────────

-- slot is the word behind /api/focus/: home, right, xrtj, top, ppzq, kxzq, zyzq, login, yx, common, prize …
create table advert (
  id         bigint generated always as identity primary key,
  slot       text not null,
  title      text not null,
  subtitle   text not null default '',
  image      text not null default '',
  url        text not null default '',
  style      text not null default '',
  starts_at  timestamptz not null default '-infinity',
  ends_at    timestamptz not null default 'infinity',
  sort       integer not null default 0
);
create index advert_slot on advert (slot, sort);

-- group: nav | header | help | partner | licence
create table site_link (
  id         bigint generated always as identity primary key,
  placement  text not null,
  parent_id  bigint references site_link(id),
  name       text not null,
  url        text not null default '',
  image      text not null default '',
  is_open    boolean not null default true,
  badge      text not null default '',
  sort       integer not null default 0
);
create index site_link_placement on site_link (placement, sort);

create table hot_word (
  id    bigint generated always as identity primary key,
  name  text not null,
  url   text not null default '',
  sort  integer not null default 0
);

create table article_category (
  id         bigint generated always as identity primary key,
  code       text not null unique,
  parent_id  bigint references article_category(id),
  name       text not null,
  sort       integer not null default 0
);
create table article (
  id            bigint generated always as identity primary key,
  category_id   bigint not null references article_category(id),
  title         text not null,
  summary       text not null default '',
  body          text not null default '',
  published_at  timestamptz not null default now()
);
create index article_category_recent on article (category_id, published_at desc);

-- One row a key: hot_line, qq1, qq2, operator's licences, order deadlines …

create table setting (
  key    text primary key,
  value  jsonb not null
);

-- Arrival reminders: a member asks to be told when goods are back.
create table arrival_reminder (
  company_id  bigint not null references company(id) on delete cascade,
  goods_id    bigint not null references goods(id) on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (company_id, goods_id)
);

-- What the search index needs to know: which goods changed. Every writer that changes what lists show adds a row
-- in its transaction; each process follows by id.
create table goods_change (
  id        bigint generated always as identity primary key,
  goods_id  bigint,                            -- null: rebuild everything (a large import)
  at        timestamptz not null default now()
);
create index goods_change_at on goods_change (at);
