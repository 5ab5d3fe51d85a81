-- The gateway will not send this money back (too old, the buyer's account there is closed): finance sends it by a transfer.
alter table payment add column refund_refused_at timestamptz;
