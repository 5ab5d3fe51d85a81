-- The console's lists of refunds and of companies on credit.
create index refund_company on refund (company_id);
create index refund_pending on refund (id) where status = 'pending';
create index refund_at on refund (created_at);
create index payment_sent_back on payment (company_id, status) where status in ('refunding', 'refunded');
create index orders_purse_back on orders (cancelled_at) where status = 'cancelled' and balance_amount + voucher_amount > 0;
create index company_on_credit on company (id) where credit_limit > 0;
-- Overdue bills by company, and the sums over all open ones.
create index credit_bill_open_sums on credit_bill (due_on, company_id) include (open) where settled_at is null;
