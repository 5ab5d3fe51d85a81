-- Packs of compounds with special substances (trade rules, section 5), by substance: an order's, which is the whole checkout,
-- and a Beijing calendar month's. Substances and the limits of what is not listed: packages/domain/src/special.ts.
create table special_limit (
  company_type  text not null check (company_type in ('单体药店', '连锁总部', '连锁门店', '诊所', '村卫生室', '医院', '批发企业')),
  substance     text not null check (substance in ('ephedrine', 'codeine', 'diphenoxylate', 'tramadol', 'liquorice_opium')),
  per_order     integer not null check (per_order > 0),
  per_month     integer not null check (per_month >= per_order),
  primary key (company_type, substance)
);
insert into special_limit (company_type, substance, per_order, per_month)
select company_type, 'ephedrine', per_order, per_month from ephedrine_limit;
drop table ephedrine_limit;
-- Half of what an ephedrine compound is sold in; liquorice-opium compounds as much as those.
insert into special_limit (company_type, substance, per_order, per_month)
select company_type, other.substance, greatest(1, per_order / divisor), greatest(1, per_month / divisor)
  from special_limit, (values ('codeine', 2), ('diphenoxylate', 2), ('tramadol', 2), ('liquorice_opium', 1)) as other (substance, divisor)
 where special_limit.substance = 'ephedrine';
