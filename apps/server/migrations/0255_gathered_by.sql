-- Who says that an order's goods are gathered has had them in his hands: he does not check them (orders/service.ts).
alter table orders add column gathered_by bigint references account;
