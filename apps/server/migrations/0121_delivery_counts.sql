-- Deliveries are counted by their state each time the page is opened: in these two indexes alone, without looking at orders, at
-- shipments or at anybody else's records.
drop index orders_company_shipped;
create index orders_company_shipped on orders (company_id, shipped_at desc, id desc) include (status) where shipped_at is not null;
create index receiving_differs on receiving (company_id, order_id) where differs;

-- Every order that left the house has its shipment since shipments are kept; what left before has one from now on.
insert into shipment (order_id, carrier, waybill, shipped_at)
select id, '', '', shipped_at from orders o where shipped_at is not null and not exists (select from shipment s where s.order_id = o.id);

-- Statements of all companies, the newest month first.
create index statement_newest on statement (month desc, id desc);
