-- A recharge that nobody pays ends: until then its gift is what was promised, and it counts among those that a company has open. Those that are
-- open now have a week, as a transfer has.
alter table recharge add column ends_at timestamptz not null default now();
update recharge set ends_at = created_at + interval '7 days';
create index recharge_open on recharge (company_id, ends_at) where status = 'created';
