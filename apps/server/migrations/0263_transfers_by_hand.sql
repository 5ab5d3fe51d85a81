-- Transfers that a person confirmed and that no statement of the bank has shown yet: each closing names them.
create index payment_unproven on payment (paid_at) include (amount) where channel = 'bank' and gateway_no is null and paid_at is not null;
