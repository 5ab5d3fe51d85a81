-- The newest postings on an account of the shop, of any kind of posting: one account has the entries of all years, and those of some kinds come
-- once a month. balance_after is null of the shop's accounts alone.
create index ledger_entry_shop on ledger_entry (account_id, kind, at, posting_id) where balance_after is null;
