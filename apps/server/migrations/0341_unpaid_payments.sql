-- Payments that have not arrived are asked about by the clock.
create index payment_unpaid on payment (created_at) where status = 'created';
