-- An entry says what it is of and when by itself, so that a purse's log, its sums and its search read one index and nothing else.
alter table ledger_entry add column kind text;
alter table ledger_entry add column at timestamptz;
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry e set kind = p.kind, at = p.at from ledger_posting p where p.id = e.posting_id;
alter table ledger_entry enable trigger ledger_entry_append_only;
alter table ledger_entry alter column kind set not null;
alter table ledger_entry alter column at set not null;
drop index ledger_entry_account;
create index ledger_entry_account on ledger_entry (account_id, id desc) include (at, kind, amount);

-- What a company spent on orders by a posting, or got back (negative): summed month by month.
alter table ledger_posting add column spent bigint not null default 0;
alter table ledger_posting disable trigger ledger_posting_append_only;
update ledger_posting p set spent = e.amount
  from (select e.posting_id, sum(e.amount)::bigint as amount
          from ledger_entry e join ledger_account a on a.id = e.account_id
         where a.company_id is null and a.kind in ('order_advance', 'sales', 'shipping', 'marketing')
           and e.kind in ('order_pay', 'order_refund', 'after_sale_refund')
         group by e.posting_id) e
 where p.id = e.posting_id;
alter table ledger_posting enable trigger ledger_posting_append_only;
create index ledger_posting_spent on ledger_posting (company_id, at) include (spent) where spent <> 0;
drop index ledger_posting_company;

-- Bills in the order of their list: open ones by due date, then settled ones, the newest first; and how many there are of each kind.
create index credit_bill_list on credit_bill
  (company_id, (settled_at is not null), (case when settled_at is null then due_on end), id desc) include (settled_at, due_on);

-- How many invoices of a period, and their sum.
drop index invoice_company;
create index invoice_company on invoice (company_id, issued_at desc, id desc) include (colour, total);
