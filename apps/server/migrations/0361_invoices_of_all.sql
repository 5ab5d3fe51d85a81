-- Invoices of all companies, the latest first; and of a change that the house asked for in a customer's place, who asked: another one agrees to it.

create index invoice_recent on invoice (issued_at desc, id desc);
alter table invoice_request add column asked_by bigint references account(id);
-- What waits for the issuer, and what was answered, each state by itself.
create index invoice_request_state on invoice_request (state, id);
drop index invoice_request_review;
