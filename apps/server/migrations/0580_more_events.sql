-- What other systems may be told of beside orders and returns. Written only where somebody wants to hear it: goods and prices change by the ten thousand.
-- By row and with conditions, so that a deed that changes none of it (stock set aside for an order) runs no function; by statement what imports insert.
alter table open_event drop constraint open_event_about_check;
alter table open_event add constraint open_event_about_check check (about in
  ('order', 'return', 'shipment', 'payment', 'company', 'goods', 'batch', 'recall', 'invoice', 'credit_bill', 'repayment', 'wanted', 'complaint'));

create function tell_others(word text, what text, which bigint) returns void language sql as $$
  insert into open_event (type, about, about_id) select word, what, which
   where exists (select from webhook_endpoint where state <> 'stopped' and word = any (types));
$$;
-- Its arguments: the word, and what it is about.
create function tell_of_row() returns trigger language plpgsql as $$
begin
  perform tell_others(tg_argv[0], tg_argv[1], new.id);
  return null;
end $$;
create function tell_of_company() returns trigger language plpgsql as $$
begin
  perform tell_others(tg_argv[0], 'company', new.company_id);
  return null;
end $$;
create function tell_of_price() returns trigger language plpgsql as $$
begin
  perform tell_others('price.changed', 'goods', new.goods_id);
  return null;
end $$;
create function tell_of_prices() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id)
  select distinct 'price.changed', 'goods', goods_id from touched
   where exists (select from webhook_endpoint where state <> 'stopped' and 'price.changed' = any (types));
  return null;
end $$;

create trigger shipment_told after insert on shipment for each row execute function tell_of_row('shipment.created', 'shipment');
create trigger shipment_delivered_told after update of delivered_at on shipment for each row
  when (old.delivered_at is null and new.delivered_at is not null) execute function tell_of_row('shipment.delivered', 'shipment');

create trigger payment_told after update of status on payment for each row
  when (old.status <> 'paid' and new.status = 'paid') execute function tell_of_row('payment.arrived', 'payment');
create trigger payment_paid_told after insert on payment for each row
  when (new.status = 'paid') execute function tell_of_row('payment.arrived', 'payment');
create trigger credit_bill_told after insert on credit_bill for each row execute function tell_of_row('credit.bill_opened', 'credit_bill');
create trigger credit_repayment_told after update of status on credit_repayment for each row
  when (old.status <> 'paid' and new.status = 'paid') execute function tell_of_row('credit.repaid', 'repayment');
create trigger invoice_issued_told after insert on invoice for each row
  when (new.colour = 'blue') execute function tell_of_row('invoice.issued', 'invoice');
create trigger invoice_reversed_told after insert on invoice for each row
  when (new.colour = 'red') execute function tell_of_row('invoice.reversed', 'invoice');

-- States of the review: packages/domain/src/review.ts. What was frozen and is not any more has passed again.
create function tell_of_review() returns trigger language plpgsql as $$
begin
  perform tell_others((array['company.submitted', 'company.passed', 'company.rejected', 'company.frozen'])[new.review_state], 'company', new.id);
  return null;
end $$;
create function tell_of_new_companies() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id)
  select word, 'company', f.id
    from fresh f
   cross join lateral (select (array['company.submitted', 'company.passed', 'company.rejected', 'company.frozen'])[f.review_state] as word) said
   where exists (select from webhook_endpoint where state <> 'stopped' and word = any (types)) order by f.id;
  return null;
end $$;
create trigger company_made_told after insert on company referencing new table as fresh for each statement execute function tell_of_new_companies();
create trigger company_review_told after update of review_state on company for each row
  when (old.review_state <> new.review_state and new.review_state between 1 and 4) execute function tell_of_review();
create trigger company_changed_told after update on company for each row
  when (old.review_state = new.review_state
        and (old.code, old.name, old.credit_code, old.type, old.legal_person, old.province, old.city, old.district, old.address, old.contact, old.phone,
             old.rank, old.manager_name, old.manager_phone, old.credit_limit, old.credit_days, old.invoice_account, old.invoice_address, old.invoice_bank,
             old.invoice_phone)
            is distinct from
            (new.code, new.name, new.credit_code, new.type, new.legal_person, new.province, new.city, new.district, new.address, new.contact, new.phone,
             new.rank, new.manager_name, new.manager_phone, new.credit_limit, new.credit_days, new.invoice_account, new.invoice_address, new.invoice_bank,
             new.invoice_phone))
  execute function tell_of_row('company.changed', 'company');
create trigger contract_signed_told after insert on contract_signature for each row execute function tell_of_company('contract.signed');

create function tell_of_new_goods() returns trigger language plpgsql as $$
begin
  insert into open_event (type, about, about_id)
  select 'goods.created', 'goods', id from fresh
   where exists (select from webhook_endpoint where state <> 'stopped' and 'goods.created' = any (types)) order by id;
  return null;
end $$;
create trigger goods_made_told after insert on goods referencing new table as fresh for each statement execute function tell_of_new_goods();
create trigger goods_off_told after update of on_shelf on goods for each row
  when (old.on_shelf and not new.on_shelf) execute function tell_of_row('goods.off_shelf', 'goods');
create trigger goods_changed_told after update on goods for each row
  when ((old.code, old.name, old.generic_name, old.trade_name, old.spec, old.unit, old.manufacturer_id, old.holder, old.approval_no, old.barcode,
         old.dosage_form, old.kind, old.scope_code, old.drug_class, old.origin, old.storage, old.cold_chain, old.mid_pack, old.case_pack, old.min_number,
         old.splittable, old.purchase_limit, old.availability_id, false)
        is distinct from
        (new.code, new.name, new.generic_name, new.trade_name, new.spec, new.unit, new.manufacturer_id, new.holder, new.approval_no, new.barcode,
         new.dosage_form, new.kind, new.scope_code, new.drug_class, new.origin, new.storage, new.cold_chain, new.mid_pack, new.case_pack, new.min_number,
         new.splittable, new.purchase_limit, new.availability_id, new.on_shelf and not old.on_shelf))
  execute function tell_of_row('goods.changed', 'goods');
create trigger goods_price_told after update of base_price, ladder_type on goods for each row
  when ((old.base_price, old.ladder_type) is distinct from (new.base_price, new.ladder_type)) execute function tell_of_row('price.changed', 'goods');
create trigger goods_rank_price_told after insert on goods_rank_price referencing new table as touched for each statement execute function tell_of_prices();
create trigger goods_rank_price_gone_told after delete on goods_rank_price referencing old table as touched for each statement execute function tell_of_prices();
create trigger goods_rank_price_changed_told after update on goods_rank_price for each row when (old.* is distinct from new.*) execute function tell_of_price();
create trigger goods_company_price_told after insert on goods_company_price referencing new table as touched for each statement execute function tell_of_prices();
create trigger goods_company_price_gone_told after delete on goods_company_price referencing old table as touched for each statement execute function tell_of_prices();
create trigger goods_company_price_changed_told after update on goods_company_price for each row
  when (old.* is distinct from new.*) execute function tell_of_price();
create trigger goods_ladder_told after insert on goods_ladder referencing new table as touched for each statement execute function tell_of_prices();
create trigger goods_ladder_gone_told after delete on goods_ladder referencing old table as touched for each statement execute function tell_of_prices();
create trigger goods_ladder_changed_told after update on goods_ladder for each row when (old.* is distinct from new.*) execute function tell_of_price();

create trigger stock_batch_held_told after update of locked_at on stock_batch for each row
  when (old.locked_at is null and new.locked_at is not null) execute function tell_of_row('batch.held', 'batch');
create trigger stock_batch_released_told after update of locked_at on stock_batch for each row
  when (old.locked_at is not null and new.locked_at is null) execute function tell_of_row('batch.released', 'batch');
create trigger recall_told after insert on recall for each row execute function tell_of_row('batch.recalled', 'recall');

create trigger wanted_told after insert on wanted_request for each row execute function tell_of_row('wanted.created', 'wanted');
create trigger complaint_told after insert on feedback for each row
  when (new.kind = 'complaint') execute function tell_of_row('complaint.created', 'complaint');
