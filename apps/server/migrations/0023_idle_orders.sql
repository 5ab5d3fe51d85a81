-- Orders that go on by themselves after a time are few beside all orders.
create index orders_shipped on orders (id) where status = 'shipped';
create index orders_received on orders (id) where status = 'received';
