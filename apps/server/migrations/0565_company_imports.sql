-- Files of companies beside files of goods and pictures. What a row is about is a record of its kind.
alter table import_file drop constraint import_file_kind_check;
alter table import_file add constraint import_file_kind_check check (kind in ('goods', 'pictures', 'companies'));
alter table import_file_row rename column goods_id to record_id;

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
