-- Files of companies beside files of goods and pictures. What a row is about is a record of its kind.
alter table import_file drop constraint import_file_kind_check;
alter table import_file add constraint import_file_kind_check check (kind in ('goods', 'pictures', 'companies'));
-- The former name stays, and says the same, for processes of the version before that still run: the next version takes it away.
alter table import_file_row add column record_id bigint;
update import_file_row set record_id = goods_id where goods_id is not null;
create function import_row_of_both_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.record_id := coalesce(new.record_id, new.goods_id);
    new.goods_id := new.record_id;
  elsif new.record_id is distinct from old.record_id then
    new.goods_id := new.record_id;
  elsif new.goods_id is distinct from old.goods_id then
    new.record_id := new.goods_id;
  end if;
  return new;
end $$;
create trigger import_row_of_both_names before insert or update of record_id, goods_id on import_file_row
  for each row execute function import_row_of_both_names();

-- Which tables name these companies, by whatever reference there is now or will be, and which offers, messages and segments. What a company has of
-- its own is left out, and letters that invite it: nobody has come in by them as long as nobody signs in for it.
create function company_named(company_ids bigint[]) returns table (company_id bigint, named_in text) language plpgsql stable as $$
declare
  place record;
begin
  for place in
    select c.conrelid::regclass::text as tab, a.attname as col
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'company'::regclass
       and c.conrelid::regclass::text not in ('company_scope', 'address', 'qualification', 'qualification_history', 'company_pair', 'company_invitation')
  loop
    return query execute format('select distinct t.%1$I::bigint, %3$L::text from %2$s t where t.%1$I = any($1)', place.col, place.tab, place.tab)
      using company_ids;
  end loop;
  -- Offers and messages name theirs in their terms.
  return query
    select distinct (named.v #>> '{}')::numeric::bigint, said.place
      from (select audience, 'offer' from promotion union all select audience, 'offer' from coupon_template union all select terms, 'offer' from promotion_plan
             union all select terms, 'offer' from coupon_plan union all select terms, 'offer' from deal_plan
             union all select audience, 'broadcast' from broadcast) said (terms, place),
           lateral (select jsonb_path_query(said.terms, '$.**.companies[*]')) named (v)
     where jsonb_typeof(named.v) = 'number' and (named.v #>> '{}')::numeric = any(company_ids::numeric[]);
end $$;

-- Whose licence has this number already.
create index qualification_number on qualification (number) where number <> '';
