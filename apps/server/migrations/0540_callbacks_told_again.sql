-- What a payment service tells again counts up the row that holds it; of one payment so many different reports are kept, and a last row counts
-- the rest. Rows from before stay as they are.
alter table payment_callback add column digest text, add column times integer not null default 1, add column last_at timestamptz;
create unique index payment_callback_same on payment_callback (channel, payment_no, digest);
