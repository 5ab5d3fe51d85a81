-- Companies by what is known of them (type, region, orders, goods bought, licences), saved under a name. Who is in it is asked whenever it matters.
create table segment (
  id          bigint generated always as identity primary key,
  name        text not null unique,
  facts       jsonb not null,                                 -- what holds for each of its companies; money in fen
  version     integer not null default 1,                     -- counts the saves
  created_by  text not null,
  updated_by  text not null,
  updated_at  timestamptz not null
);

-- Coupons as people of the house prepare them. What another person approved is a template and stays as it is: it is what companies hold.
create table coupon_plan (
  id            bigint generated always as identity primary key,
  name          text not null,
  terms         jsonb not null,                               -- money in fen
  version       integer not null default 1,                   -- counts the saves
  template_id   bigint unique references coupon_template(id), -- what it became
  asked_by      text not null default '',
  approved_by   text not null default '',
  approved_at   timestamptz,
  withdrawn_at  timestamptz,
  withdrawn_reason text not null default '',
  created_by    text not null,
  updated_by    text not null,
  updated_at    timestamptz not null,
  check ((template_id is null) = (approved_at is null))
);

-- One that was taken back is over at that moment, and says why.
alter table coupon add column withdrawn_at timestamptz, add column withdrawn_reason text not null default '',
  add check (withdrawn_at is not null or withdrawn_reason = '');

-- What there was before: each becomes a plan that was approved as it stands.
insert into coupon_plan (name, terms, template_id, approved_at, created_by, updated_by, updated_at)
  select t.name, jsonb_build_object(
           'intro', t.intro, 'threshold', t.threshold, 'amount', t.amount, 'percent', t.percent, 'cap', t.cap, 'scope', t.scope,
           'audience', t.audience, 'stackable', t.stackable, 'is_public', t.is_public, 'quota', t.quota, 'per_company', t.per_buyer,
           'take_from', nullif(t.take_from, '-infinity'), 'take_until', nullif(t.take_until, 'infinity'),
           'valid_from', t.valid_from, 'valid_until', t.valid_until, 'valid_days', t.valid_days),
         t.id, now(), '', '', now()
    from coupon_template t order by t.id;
