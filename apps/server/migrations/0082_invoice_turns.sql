-- Requests of one order go to the issuer in their turn. A change of an invoice is asked for long before it is passed: its turn is the
-- moment of passing, drawn of the numbers of requests, so that a red invoice which is on its way already goes first. Null: the id.
alter table invoice_request add column turn bigint;
