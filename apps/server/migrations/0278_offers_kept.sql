-- Offers as people of the house prepare them. A plan holds the terms as they were saved last; what another person approved of it is a
-- version, and each version is a promotion of its own: what runs is never edited, a later version takes its place.
create table promotion_plan (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('goods_full_reduction', 'full_reduction', 'gift', 'exchange', 'cashback')),
  name          text not null,
  terms         jsonb not null,                               -- intro, starts_at, ends_at, scope, audience, tiers; money in fen
  version       integer not null default 1,                   -- counts the saves
  approved      integer not null default 0,                   -- the save that was approved last; 0: none
  promotion_id  bigint references promotion(id),              -- what it became, or will be when its hour comes
  withdrawn_at  timestamptz,
  withdrawn_reason text not null default '',
  created_by    text not null,
  updated_by    text not null,
  updated_at    timestamptz not null,
  check ((approved = 0) = (promotion_id is null))
);
create index promotion_plan_promotion on promotion_plan (promotion_id) where promotion_id is not null;
-- The list's filter by kind, the newest first.
create index promotion_plan_kind on promotion_plan (kind, id desc);

create table promotion_plan_version (
  plan_id       bigint not null references promotion_plan(id),
  number        integer not null,
  promotion_id  bigint not null unique references promotion(id),
  name          text not null,
  terms         jsonb not null,
  asked_by      text not null,
  approved_by   text not null default '',                     -- empty: nobody else was needed
  at            timestamptz not null,
  primary key (plan_id, number)
);

-- What one checkout, and one company while the offer lasts, is given at most.
alter table promotion_gift add column limit_per_checkout integer check (limit_per_checkout > 0);
alter table promotion_gift add column limit_per_company integer check (limit_per_company > 0);
create or replace trigger promotion_gift_versioned
  after insert or delete or update of tier_id, goods_id, number, quota, limit_per_checkout, limit_per_company on promotion_gift
  for each statement execute function promotions_changed();

-- What there was before: each becomes a plan that was approved as it stands.
insert into promotion_plan (kind, name, terms, approved, promotion_id, withdrawn_at, created_by, updated_by, updated_at)
  select p.kind, p.name, jsonb_build_object(
           'intro', p.intro, 'starts_at', p.starts_at, 'ends_at', p.ends_at, 'scope', p.scope, 'audience', p.audience,
           'tiers', (select coalesce(jsonb_agg(jsonb_build_object(
                       'measure', t.measure, 'threshold', t.threshold, 'amount', t.amount, 'percent', t.percent, 'repeat', t.repeat,
                       'cap', t.cap, 'choose', t.choose,
                       'gifts', (select coalesce(jsonb_agg(jsonb_build_object('goods_id', g.goods_id, 'number', g.number, 'quota', g.quota,
                                          'most', null, 'most_each', null) order by g.sort, g.id), '[]')
                                   from promotion_gift g where g.tier_id = t.id),
                       'exchanges', (select coalesce(jsonb_agg(jsonb_build_object('goods_id', e.goods_id, 'price', e.price,
                                              'limit', e.limit_per_checkout, 'quota', e.quota) order by e.sort, e.id), '[]')
                                       from promotion_exchange e where e.tier_id = t.id)) order by t.threshold, t.id), '[]')
                       from promotion_tier t where t.promotion_id = p.id)),
         1, p.id, case when p.is_open then null else now() end, '', '', now()
    from promotion p order by p.id;
insert into promotion_plan_version (plan_id, number, promotion_id, name, terms, asked_by, at)
  select id, 1, promotion_id, name, terms, '', updated_at from promotion_plan;
