-- The list of a company's orders by time and state, also far back and for a period; and by a word of what was bought.
create index orders_company_time on orders (company_id, created_at desc, id desc) include (status);
create index orders_company_status_time on orders (company_id, status, created_at desc, id desc);
drop index orders_company;
drop index orders_company_status;

alter table order_line add column name text not null generated always as (coalesce(goods ->> 'name', '')) stored;
create index order_line_company_name on order_line (company_id, name, order_id);
