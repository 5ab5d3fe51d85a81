-- First pages, filters and searches of staff's lists at a million orders: each by an index of its own.
create index address_review on address (review, (coalesce(changed_at, created_at)), id) where not is_licence;
create index document_day on document (day, id desc);
create index statement_answer on statement (answer, month desc, id desc);
create index stock_batch_there on stock_batch (warehouse_id) where available + reserved > 0;
create index approval_request_state on approval_request (state, id desc);
create index goods_stopped on goods (stopped_at desc nulls last, id desc);
create index company_imported on company (imported_at, id) where review_state = 2 and imported_at is not null;
create index company_classes_unread on company ((coalesce(imported_at, reviewed_at, created_at)), id) where review_state = 2 and drug_classes_read_at is null;
create index company_store_group on company (store_group_id) where store_group_id is not null;
create index account_company_owner on account_company (company_id) where is_owner;

-- A beginning that many numbers have: when they were placed stands beside them.
drop index orders_no_begins;
create index orders_no_begins on orders (no text_pattern_ops) include (created_at, id);
drop index shipment_waybill;
create index shipment_waybill on shipment (waybill text_pattern_ops) include (shipped_at, id);
drop index bank_line_serial;
create index bank_line_serial on bank_line (serial text_pattern_ops) include (id);
create index batch_document_begins on batch_document (upper(batch_no) text_pattern_ops);

create index goods_approval_letters on goods (upper(approval_no) text_pattern_ops) where approval_no <> '';

-- Parts of names, by every two signs that stand side by side, whatever the case of letters.
drop index goods_name_pairs;
create index goods_name_pairs on goods using gin (pairs_of(lower(name)));
create index bank_line_payer_pairs on bank_line using gin (pairs_of(lower(payer_name))) with (fastupdate = off);
create index wanted_request_pairs on wanted_request using gin (pairs_of(lower(name || ' ' || spec || ' ' || manufacturer))) with (fastupdate = off);
create index batch_document_name_pairs on batch_document using gin (pairs_of(lower(file_name))) with (fastupdate = off);
create index stock_intake_supplier_pairs on stock_intake using gin (pairs_of(supplier)) with (fastupdate = off);
create index company_invitation_pairs on company_invitation using gin (pairs_of(name)) with (fastupdate = off);

-- What an after-sale is about, as it was called on the order: looked for in the few lines that there are of it, not in all that was sold.
alter table after_sale_line add column name text not null default '';
update after_sale_line l set name = o.name from order_line o where o.id = l.order_line_id;
create index after_sale_line_pairs on after_sale_line using gin (pairs_of(lower(name))) with (fastupdate = off);
