-- A goods' version follows every column but those named here, so that a column added later is followed by itself. It followed the columns of a
-- list, and whoever added one had to write that list a third time.
drop trigger goods_facts_move_on on goods;
create or replace function goods_facts_move_on() returns trigger language plpgsql as $$
declare
  was goods := old;
begin
  -- What it costs has a version of its own; what the stop list found, whether it is sold, and what is counted of it is not typed by a clerk.
  was.version := new.version;
  was.price_version := new.price_version;
  was.base_price := new.base_price;
  was.retail_price := new.retail_price;
  was.ladder_type := new.ladder_type;
  was.cold_chain := new.cold_chain;
  was.is_ephedrine := new.is_ephedrine;
  was.special_substances := new.special_substances;
  was.law_verdict := new.law_verdict;
  was.law_class := new.law_class;
  was.law_reason := new.law_reason;
  was.law_rule := new.law_rule;
  was.law_version := new.law_version;
  was.law_held := new.law_held;
  was.on_shelf := new.on_shelf;
  was.off_shelf_reason := new.off_shelf_reason;
  was.stopped_at := new.stopped_at;
  was.stopped_by := new.stopped_by;
  was.stopped_reason := new.stopped_reason;
  was.stopped_shelf := new.stopped_shelf;
  was.tags := new.tags;
  was.sales_30d := new.sales_30d;
  was.listed_at := new.listed_at;
  was.updated_at := new.updated_at;
  if was is distinct from new then new.version := greatest(new.version, old.version + 1); end if;
  return new;
end $$;
create trigger goods_facts_move_on before update on goods for each row execute function goods_facts_move_on();

-- 医保 has two classes. The demo wrote them in other words than the clerk's form, which took them for none and erased them with any save.
update goods set insurance_class = left(insurance_class, 1) where insurance_class in ('甲类', '乙类');
alter table goods add constraint goods_insurance_class check (insurance_class in ('', '甲', '乙'));

-- What buyers say of a goods' quality waits in quality's queue too.
drop trigger queue_feedback on feedback;
create trigger queue_feedback after insert or delete or update of state on feedback
  for each statement execute function tell_queues('{4,6}');
