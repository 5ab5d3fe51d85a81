-- The month in which something left the house for a company for the first time: new customers of a month are told from returned ones without
-- reading all months before it.
create table figure_company_first (
  company_id  bigint primary key,
  month       date not null
);
insert into figure_company_first (company_id, month)
select company_id, date_trunc('month', min(day))::date from figure_company where orders > 0 group by company_id;
