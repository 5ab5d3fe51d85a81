-- Limits of all companies are summed from the index alone.
drop index company_on_credit;
create index company_on_credit on company (id) include (credit_limit) where credit_limit > 0;
