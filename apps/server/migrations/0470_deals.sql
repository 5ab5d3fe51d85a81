-- What the house prepares beside promotions: prices of single goods for a while, bundles, goods for points, draws. A plan holds the terms as they
-- were saved last; what another person approved of it is a version, and stands in the tables that buyers are served from. There the rows of a
-- plan are changed in place: what was taken of a quota, and what a buyer may still take, goes on from version to version.
create table deal_plan (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('flash', 'daily', 'near_expiry', 'whole_case', 'welfare', 'bundle', 'points', 'draw')),
  name          text not null,
  terms         jsonb not null,                               -- as the call has them; money in yuan
  version       integer not null default 1,                   -- counts the saves
  approved      integer not null default 0,                   -- the save that was approved last; 0: none
  starts_at     timestamptz,                                  -- of what was approved
  ends_at       timestamptz,
  withdrawn_at  timestamptz,
  withdrawn_reason text not null default '',
  created_by    text not null,
  updated_by    text not null,
  updated_at    timestamptz not null,
  check ((approved = 0) = (starts_at is null) and (approved = 0) = (ends_at is null))
);
create index deal_plan_kind on deal_plan (kind, id desc);
create table deal_plan_version (
  plan_id       bigint not null references deal_plan(id),
  number        integer not null,
  name          text not null,
  terms         jsonb not null,
  asked_by      text not null,
  approved_by   text not null default '',                     -- empty: nobody else was needed
  at            timestamptz not null,
  primary key (plan_id, number)
);

-- Null: of a seed.
alter table flash_session add column plan_id bigint references deal_plan(id);
alter table goods_offer add column plan_id bigint references deal_plan(id);
alter table bundle add column plan_id bigint references deal_plan(id);
alter table points_goods add column plan_id bigint references deal_plan(id);
alter table draw add column plan_id bigint references deal_plan(id);
alter table draw_prize add column plan_key integer;           -- which of the plan's prizes
create unique index flash_session_plan on flash_session (plan_id) where plan_id is not null;
create index goods_offer_plan on goods_offer (plan_id) where plan_id is not null;
create unique index bundle_plan on bundle (plan_id) where plan_id is not null;
create unique index points_goods_plan on points_goods (plan_id) where plan_id is not null;
create unique index draw_plan on draw (plan_id) where plan_id is not null;
-- What a plan brought.
create index order_line_offer on order_line (offer_id) where offer_id is not null;
create index order_line_bundle on order_line (bundle_id) where bundle_id is not null;
