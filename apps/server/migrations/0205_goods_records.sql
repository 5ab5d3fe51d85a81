-- Goods, categories and manufacturers are kept by clerks: a save over someone else's is refused by these versions, and each counts up with
-- whatever changed the row: a screen, an import, the stop list.

alter table goods
  add column version       integer not null default 0,   -- of what it is
  add column price_version integer not null default 0;   -- of what it costs; prices of ranks, companies and steps count here too
alter table category add column version integer not null default 0;
alter table manufacturer add column version integer not null default 0;

create function goods_facts_move_on() returns trigger language plpgsql as $$
begin
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
create trigger goods_facts_move_on before update of name, generic_name, trade_name, manufacturer_id, holder, origin, spec, unit, mid_pack,
    case_pack, splittable, min_number, dosage_form, approval_no, barcode, drug_class, storage, cold_chain_said, shelf_life_months, scope_code,
    kind, is_selected, insurance_class, purchase_limit, free_shipping_from, mnemonic, instructions, special_mark, category_said, availability_id
  on goods for each row
  when ((old.name, old.generic_name, old.trade_name, old.manufacturer_id, old.holder, old.origin, old.spec, old.unit, old.mid_pack,
         old.case_pack, old.splittable, old.min_number, old.dosage_form, old.approval_no, old.barcode, old.drug_class, old.storage,
         old.cold_chain_said, old.shelf_life_months, old.scope_code, old.kind, old.is_selected, old.insurance_class, old.purchase_limit,
         old.free_shipping_from, old.mnemonic, old.instructions, old.special_mark, old.category_said, old.availability_id)
        is distinct from
        (new.name, new.generic_name, new.trade_name, new.manufacturer_id, new.holder, new.origin, new.spec, new.unit, new.mid_pack,
         new.case_pack, new.splittable, new.min_number, new.dosage_form, new.approval_no, new.barcode, new.drug_class, new.storage,
         new.cold_chain_said, new.shelf_life_months, new.scope_code, new.kind, new.is_selected, new.insurance_class, new.purchase_limit,
         new.free_shipping_from, new.mnemonic, new.instructions, new.special_mark, new.category_said, new.availability_id))
  execute function goods_facts_move_on();

create function goods_prices_move_on() returns trigger language plpgsql as $$
begin
  new.price_version := greatest(new.price_version, old.price_version + 1);
  return new;
end $$;
create trigger goods_prices_move_on before update of base_price, retail_price, ladder_type on goods for each row
  when ((old.base_price, old.retail_price, old.ladder_type) is distinct from (new.base_price, new.retail_price, new.ladder_type))
  execute function goods_prices_move_on();

create function category_moves_on() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger category_moves_on before update on category for each row
  when ((old.name, old.hint, old.parent_id) is distinct from (new.name, new.hint, new.parent_id)) execute function category_moves_on();
create trigger manufacturer_moves_on before update on manufacturer for each row
  when (old.* is distinct from new.*) execute function category_moves_on();

-- 'amxljn' of 阿莫西林胶囊, beside the goods: reading letters is no change of a goods. A task reads what is new or was renamed.
create table goods_letters (
  goods_id  bigint primary key references goods(id) on delete cascade,
  name      text not null,
  initials  text not null
);
create index goods_letters_initials on goods_letters (initials text_pattern_ops);

-- What the clerks' list is looked through by.
create index goods_code_begins on goods (upper(code) text_pattern_ops);
create index goods_approval_begins on goods (approval_no text_pattern_ops) where approval_no <> '';
create index goods_mnemonic_begins on goods (mnemonic text_pattern_ops) where mnemonic <> '';
create index goods_unpriced on goods (id) where base_price is null;
create index goods_of_manufacturer on goods (manufacturer_id, id desc);
create index goods_stopped_now on goods (id) where stopped_at is not null;
