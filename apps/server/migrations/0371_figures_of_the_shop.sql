-- Further figures by day, of the module money/figures: who buys, what offers take off, how long things take, what is searched, what lies in stock.

-- What left the house for a company, less what came back; fen.
create table figure_company (
  grain       text not null check (grain in ('d', 'm')),
  day         date not null,
  company_id  bigint not null,
  orders      integer not null,
  net         bigint not null,
  primary key (grain, day, company_id)
);
create index figure_company_of on figure_company (company_id, grain, day);

-- Orders that left the house with an offer in them: what their lines under it came to, and what it took off.
create table figure_offer (
  day       date not null,
  kind      text not null check (kind in ('promotion', 'coupon', 'bundle')),
  offer_id  bigint not null,
  orders    integer not null,
  amount    bigint not null,
  discount  bigint not null,
  primary key (day, kind, offer_id)
);

-- How long things took that were done on a day, by how long: minutes are their sum.
create table figure_service (
  day      date not null,
  what     text not null check (what in ('ship', 'answer', 'after_sale')),
  bucket   smallint not null,
  count    integer not null,
  minutes  bigint not null,
  primary key (day, what, bucket)
);

-- Searches of a day, and what followed them. Searches themselves are forgotten after half a year; these stay.
create table figure_search (
  day        date primary key,
  searches   integer not null,
  companies  integer not null,
  found      integer not null,
  opened     integer not null,
  cart       integer not null,
  ordered    integer not null
);

-- What lay in stock at the end of a day, at what it cost then, and what was destroyed on it; fen.
create table figure_stock (
  day           date not null,
  warehouse_id  bigint not null,
  category_id   bigint not null,                              -- topmost; 0: none
  units         bigint not null default 0,
  value         bigint not null default 0,
  uncosted      bigint not null default 0,                    -- units whose cost nobody has entered
  near          bigint not null default 0,                    -- value that expires within half a year
  expired       bigint not null default 0,
  lost          bigint not null default 0,
  lost_expired  bigint not null default 0,
  primary key (day, warehouse_id, category_id)
);

create index chat_message_time on chat_message (created_at);
create index after_sale_refunded_at on after_sale (refunded_at) where refunded_at is not null;
create index unqualified_disposed_at on unqualified (disposed_at) where disposed_at is not null;
