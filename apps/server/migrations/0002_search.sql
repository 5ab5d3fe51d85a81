-- Followers of goods_change read by transaction, not by id: ids are given out before commits and commit out of order.
-- Whatever a transaction older than the oldest running one wrote is visible; so nothing is missed and nothing waits.
alter table goods_change add column transaction_id xid8 not null default pg_current_xact_id();
create index goods_change_transaction on goods_change (transaction_id);
