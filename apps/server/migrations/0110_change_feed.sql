-- One feed of what processes remember: triggers write it, so nobody who writes a table can forget it, and every process
-- follows it by transaction (platform/changes.ts). One row a statement, however many rows the statement wrote.

-- ids: of what the topic says (docs/decisions/2026-11-22-one-change-feed.md); null = anything of it. Ids of this table are given out
-- before commits and so say nothing about order; transaction_id together with a reader's last snapshot does.
create table change (
  id              bigint generated always as identity primary key,
  transaction_id  xid8 not null default pg_current_xact_id(),
  topic           text not null,
  ids             bigint[],
  at              timestamptz not null default clock_timestamp()
);
create index change_transaction on change (transaction_id);
create index change_at on change (at);

-- Up to which transaction rows were swept: who stands before it missed some, and begins anew.
create table change_sweep (
  only_row  boolean primary key default true check (only_row),
  swept     xid8 not null default '0'
);
insert into change_sweep default values;

-- is_urgent: followers are woken. What every order changes is not: waking makes commits wait for one another, and followers look
-- several times a second by themselves.
create function note_change(about text, concerned bigint[], is_urgent boolean default true) returns void language plpgsql as $$
begin
  if cardinality(concerned) = 0 then return; end if;
  insert into change (topic, ids) values (about, case when cardinality(concerned) <= 5000 then concerned end);
  if is_urgent then perform pg_notify('change', ''); end if;
end $$;

-- For any table: topic, column of the ids ('' = anything), primary key, columns that matter ('' = all). The transition tables are
-- former and fresh. Rows that were written as they were tell nothing.
create function tell_change() returns trigger language plpgsql as $$
declare
  concerned bigint[];
  rows_of text;
  differ text := 'f *<> o';
begin
  if TG_OP = 'TRUNCATE' then
    perform note_change(TG_ARGV[0], null);
    return null;
  end if;
  if TG_ARGV[3] <> '' then
    select '(' || string_agg('f.' || name, ', ') || ') is distinct from (' || string_agg('o.' || name, ', ') || ')'
      into differ from unnest(string_to_array(TG_ARGV[3], ', ')) as name;
  end if;
  rows_of := case TG_OP
    when 'INSERT' then format('select %s from fresh f', case when TG_ARGV[1] = '' then '0' else 'f.' || TG_ARGV[1] end)
    when 'DELETE' then format('select %s from former o', case when TG_ARGV[1] = '' then '0' else 'o.' || TG_ARGV[1] end)
    else format('select side.id from fresh f full join former o using (%s) cross join lateral (values (%s), (%s)) as side(id) where %s',
                TG_ARGV[2],
                case when TG_ARGV[1] = '' then '0' else 'f.' || TG_ARGV[1] end,
                case when TG_ARGV[1] = '' then '0' else 'o.' || TG_ARGV[1] end,
                'f is null or o is null or ' || differ)
  end;
  if TG_ARGV[1] = '' then
    execute format('select array_agg(id) from (%s limit 1) as touched(id)', rows_of) into concerned;
    if concerned is not null then perform note_change(TG_ARGV[0], null); end if;
  else
    execute format('select coalesce(array_agg(distinct id), ''{}'') from (%s) as touched(id) where id is not null', rows_of) into concerned;
    perform note_change(TG_ARGV[0], concerned);
  end if;
  return null;
end $$;

create procedure follow_table(of_table text, topic text, ids text, key text, columns text default '', events text default 'insert update delete')
language plpgsql as $$
declare
  event text;
begin
  foreach event in array string_to_array(events, ' ') loop
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function tell_change(%L, %L, %L, %L)',
                   format('%s_%s_told_%s', of_table, topic, event), event, of_table,
                   case event when 'insert' then 'new table as fresh' when 'delete' then 'old table as former'
                              else 'new table as fresh old table as former' end,
                   topic, ids, key, columns);
  end loop;
  execute format('create trigger %I after truncate on %I for each statement execute function tell_change(%L, %L, %L, %L)',
                 format('%s_%s_told_truncate', of_table, topic), of_table, topic, ids, key, columns);
end $$;

-- goods: what a goods is and costs, by goods. Names that many goods share concern any of them.
call follow_table('goods_category', 'goods', 'goods_id', 'goods_id, category_id');
call follow_table('goods_image', 'goods', 'goods_id', 'id');
call follow_table('goods_rank_price', 'goods', 'goods_id', 'goods_id, rank');
call follow_table('goods_company_price', 'goods', 'goods_id', 'company_id, goods_id');
call follow_table('goods_ladder', 'goods', 'goods_id', 'goods_id, number');
call follow_table('manufacturer', 'goods', '', 'id', 'name, short_name', 'update');
call follow_table('category', 'goods', '', 'id', 'name, parent_id', 'update');
call follow_table('business_scope', 'goods', '', 'code', 'name', 'update');

-- frame: the small tables that goods stand in.
call follow_table('availability', 'frame', '', 'id');
call follow_table('availability_entry', 'frame', '', 'id');
call follow_table('warehouse', 'frame', '', 'id');
call follow_table('category', 'frame', '', 'id');

-- assortment: which goods belong to which zone, scope and brand.
call follow_table('goods_category', 'assortment', '', 'goods_id, category_id');
call follow_table('availability', 'assortment', '', 'id', 'controlled');
call follow_table('category', 'assortment', '', 'id', 'parent_id');

-- The goods themselves come by the ten thousand with an import: one pass for both topics, planned once a connection. Ids never change.
create function tell_goods_changed() returns trigger language plpgsql as $$
declare
  concerned bigint[];
  is_moved boolean := true;
begin
  if TG_OP = 'INSERT' then
    select array_agg(id) into concerned from fresh;
  elsif TG_OP = 'DELETE' then
    select array_agg(id) into concerned from former;
  elsif TG_OP = 'UPDATE' then
    select array_agg(f.id), bool_or((f.kind, f.is_selected, f.on_shelf, f.availability_id, f.manufacturer_id)
                                    is distinct from (o.kind, o.is_selected, o.on_shelf, o.availability_id, o.manufacturer_id))
      into concerned, is_moved from fresh f join former o on o.id = f.id where f *<> o;
  else
    perform note_change('goods', null);
    perform note_change('assortment', null);
    return null;
  end if;
  if concerned is null then return null; end if;
  perform note_change('goods', concerned);
  if is_moved then perform note_change('assortment', null); end if;
  return null;
end $$;
create trigger goods_told_insert after insert on goods
  referencing new table as fresh for each statement execute function tell_goods_changed();
create trigger goods_told_update after update on goods
  referencing new table as fresh old table as former for each statement execute function tell_goods_changed();
create trigger goods_told_delete after delete on goods
  referencing old table as former for each statement execute function tell_goods_changed();
create trigger goods_told_truncate after truncate on goods for each statement execute function tell_goods_changed();

-- company, account: what their viewers may do. ephedrine_receipt: a receipt that is due shuts the company out.
call follow_table('company', 'company', 'id', 'id', '', 'update delete');
call follow_table('company_scope', 'company', 'company_id', 'company_id, scope_code');
call follow_table('qualification', 'company', 'company_id', 'id');
call follow_table('ephedrine_receipt', 'company', 'company_id', 'order_id');
call follow_table('account', 'account', 'id', 'id', '', 'update delete');
call follow_table('account_company', 'account', 'account_id', 'account_id, company_id');

call follow_table('setting', 'setting', '', 'key');

-- content: the frame of the pages, adverts, articles, brands.
call follow_table('site_link', 'content', '', 'id');
call follow_table('hot_word', 'content', '', 'id');
call follow_table('advert', 'content', '', 'id');
call follow_table('article_category', 'content', '', 'id');
call follow_table('article', 'content', '', 'id');
call follow_table('category', 'content', '', 'id');
call follow_table('manufacturer', 'content', '', 'id');

call follow_table('draw', 'draw', '', 'id');
-- What was drawn is counted at each draw, and read afresh there.
call follow_table('draw_prize', 'draw', '', 'id', 'draw_id, kind, name, remarks, image, amount, coupon_template_id, weight, stock, sort');

-- promotion: the version is asked in the statement that counts money; the feed says it to those that only show.
create or replace function promotions_changed() returns trigger language plpgsql as $$
begin
  update promotion_version set version = version + 1;
  perform note_change('promotion', null);
  return null;
end $$;

-- ── What every order writes: functions of their own, planned once a connection, and nobody is woken ──

-- stock: what lists tell apart of a figure, by goods: nothing, less than a smallest lot, less than a full case, more; and its end.
-- A lot is as the rules of quantity have it: whole steps, at least the minimum.
create function stock_level(available integer, min_number integer, step integer, full_case integer) returns integer
language sql immutable as $$
  select case when available = 0 then 0
              else 1 + (available >= (min_number + step - 1) / step * step)::integer
                     + (available >= (min_number + full_case - 1) / full_case * full_case)::integer end
$$;
create function tell_stock_changed() returns trigger language plpgsql as $$
begin
  if TG_OP = 'UPDATE' then
    perform note_change('stock', coalesce(array_agg(distinct f.goods_id), '{}'), false)
       from fresh f join former o using (goods_id, warehouse_id) join goods g on g.id = f.goods_id
      where (o.available <> f.available
             and stock_level(o.available, g.min_number, case when g.splittable then 1 else g.mid_pack end, g.case_pack)
              <> stock_level(f.available, g.min_number, case when g.splittable then 1 else g.mid_pack end, g.case_pack))
         or (o.first_expiry, o.last_expiry) is distinct from (f.first_expiry, f.last_expiry);
  elsif TG_OP = 'INSERT' then
    perform note_change('stock', coalesce(array_agg(distinct goods_id), '{}'), false) from fresh;
  else
    perform note_change('stock', coalesce(array_agg(distinct goods_id), '{}'), false) from former;
  end if;
  return null;
end $$;
create trigger goods_stock_told_insert after insert on goods_stock
  referencing new table as fresh for each statement execute function tell_stock_changed();
create trigger goods_stock_told_update after update on goods_stock
  referencing new table as fresh old table as former for each statement execute function tell_stock_changed();
create trigger goods_stock_told_delete after delete on goods_stock
  referencing old table as former for each statement execute function tell_stock_changed();

-- offer: the terms of offers, whether something is left of them, and the batches of those near their end; by goods.
create index goods_offer_batch on goods_offer (stock_batch_id) where stock_batch_id is not null;
create function tell_offers_changed() returns trigger language plpgsql as $$
declare
  concerned bigint[];
  terms boolean := true;
begin
  if TG_OP = 'INSERT' then
    select array_agg(distinct goods_id) into concerned from fresh;
  elsif TG_OP = 'DELETE' then
    select array_agg(distinct goods_id) into concerned from former;
  else
    select array_agg(distinct side.goods_id),
           bool_or(to_jsonb(f) - 'taken' <> to_jsonb(o) - 'taken')
      into concerned, terms
      from fresh f join former o using (id) cross join lateral (values (f.goods_id), (o.goods_id)) as side(goods_id)
     where to_jsonb(f) - 'taken' <> to_jsonb(o) - 'taken'
        or (f.quota is not null and f.taken >= f.quota) <> (o.quota is not null and o.taken >= o.quota);
  end if;
  perform note_change('offer', coalesce(concerned, '{}'), coalesce(terms, false));
  return null;
end $$;
create trigger goods_offer_told_insert after insert on goods_offer
  referencing new table as fresh for each statement execute function tell_offers_changed();
create trigger goods_offer_told_update after update on goods_offer
  referencing new table as fresh old table as former for each statement execute function tell_offers_changed();
create trigger goods_offer_told_delete after delete on goods_offer
  referencing old table as former for each statement execute function tell_offers_changed();
call follow_table('flash_session', 'offer', '', 'id', '', 'update delete');

create function tell_batches_changed() returns trigger language plpgsql as $$
begin
  perform note_change('offer', coalesce(array_agg(distinct f.goods_id), '{}'), false)
     from fresh f join former o using (id)
    where (f.available, f.expiry_date, f.batch_no, f.warehouse_id, f.locked_at)
          is distinct from (o.available, o.expiry_date, o.batch_no, o.warehouse_id, o.locked_at)
      and exists (select from goods_offer where stock_batch_id = f.id);
  return null;
end $$;
create trigger stock_batch_told_update after update on stock_batch
  referencing new table as fresh old table as former for each statement execute function tell_batches_changed();

-- bought: what a company has ordered, by company.
create function tell_bought_changed() returns trigger language plpgsql as $$
begin
  if TG_OP = 'INSERT' then
    perform note_change('bought', coalesce(array_agg(distinct company_id), '{}'), false) from fresh;
  else
    perform note_change('bought', coalesce(array_agg(distinct f.company_id), '{}'), false)
       from fresh f join former o using (id) where (f.status = 'cancelled') <> (o.status = 'cancelled');
  end if;
  return null;
end $$;
create trigger orders_told_insert after insert on orders
  referencing new table as fresh for each statement execute function tell_bought_changed();
create trigger orders_told_update after update on orders
  referencing new table as fresh old table as former for each statement execute function tell_bought_changed();

-- session: by session. That it was seen changes nothing of who it is, and one that is over by itself concerns nobody.
create or replace function tell_session_changed() returns trigger language plpgsql as $$
begin
  perform note_change('session', array[old.id]);
  return null;
end $$;

-- ── What there was before ──

drop trigger company_viewers on company;
drop trigger company_scope_viewers on company_scope;
drop trigger qualification_viewers on qualification;
drop trigger account_viewers on account;
drop trigger account_company_viewers on account_company;
drop trigger ephedrine_receipt_viewers on ephedrine_receipt;
drop function tell_viewers_changed();
drop trigger setting_viewers on setting;
drop function tell_old_customers_changed();
drop table goods_change;
drop procedure follow_table(text, text, text, text, text, text);
