-- The plan of storage checks, written out: what is due when, in the order in which one walks. Reckoned anew every night; what a deed changes of
-- it follows in the same transaction. The rule itself is care_planned alone, which whoever shows a batch asks as well.

-- The day that the plan is of: whatever changes a line between two nights reckons with the same one. is_whole: every line is of that day.
create table care_plan_day (
  is_only  boolean primary key default true check (is_only),
  day      date not null,
  is_whole boolean not null
);
insert into care_plan_day (day, is_whole) values ((now() at time zone 'Asia/Shanghai')::date, true);
create function care_day() returns date language sql stable as $$ select day from care_plan_day $$;

-- What the rule finds of each goods, and what becomes of it by what quality decided last. By the month: forms that melt, ferment, clot or draw
-- water; 药品经营质量管理规范 names kinds, not forms, and quality can set each goods right. offset 0: looked for once, however often it is named.
create function care_goods_planned(today date) returns table (goods_id bigint, code text, found text[], decision_id bigint, state text)
language sql stable as $$
  select g.id, g.code, r.found, d.id,
         case when d.is_key then 'key' when not d.is_key and r.found <@ d.grounds then 'general' when r.found <> '{}' then 'proposed' else 'other' end
    from goods g
    left join lateral (select c.id, c.is_key, c.grounds from care_goods c where c.goods_id = g.id order by c.id desc limit 1) d on true
    cross join lateral (select array_remove(array[
      case when exists (select from goods_first_trade f where f.goods_id = g.id and f.passed_at > today - interval '1 year') then 'first_year' end,
      case when g.cold_chain then 'cold' end,
      case when g.kind = 'herb' or g.dosage_form like any (array['%糖浆%', '%栓%', '%软胶囊%', '%蜜丸%', '%煎膏%', '%泡腾%', '%酊%', '%乳膏%',
        '%眼膏%', '%滴眼%', '%酏%', '%口服溶液%', '%口服液%']) then 'spoiling' end,
      case when g.shelf_life_months <= 12 then 'short_life' end,
      case when exists (select from unqualified u where u.goods_id = g.id and u.state in ('bad', 'gone')) then 'unqualified' end], null) as found offset 0) r
$$;

-- Of each batch: why by the month (none: by the quarter), when it was looked at last, since when the next time is counted (the last check, before
-- it the day on which the batch came), and when that is. null: nobody recorded its coming, so it is due at any time.
create function care_planned(today date)
returns table (batch_id bigint, warehouse_id bigint, goods_id bigint, place text, code text, expiry_date date, batch text, grounds text[],
               checked_on date, every interval, due_on date)
language sql stable as $$
  select b.id, b.warehouse_id, b.goods_id, nullif(s.place, ''), g.code, b.expiry_date, plain_batch(b.batch_no), k.grounds, l.checked_on, e.every,
         (coalesce(l.checked_on, (select (min(m.at) at time zone 'Asia/Shanghai')::date from stock_movement m where m.stock_batch_id = b.id)) + e.every)::date
    from stock_batch b
    join care_goods_planned(today) g on g.goods_id = b.goods_id
    left join shelf_place s on s.warehouse_id = b.warehouse_id and s.goods_id = b.goods_id
    left join lateral (select c.checked_on from care_check c where c.stock_batch_id = b.id order by c.checked_on desc limit 1) l on true
    cross join lateral (
      select case g.state when 'key' then array['confirmed'] || g.found when 'general' then '{}' else g.found end
             || case when b.expiry_date <= today + 183 then array['near_end'] else '{}' end as grounds offset 0) k
    cross join lateral (select case when k.grounds <> '{}' then interval '1 month' else interval '3 months' end as every) e
$$;

-- Of every batch of which something lies there, and of no other.
create table care_plan (
  stock_batch_id bigint primary key references stock_batch(id) on delete cascade,
  warehouse_id   bigint not null,
  goods_id       bigint not null,
  place          text,                  -- null: nowhere in particular, which comes last
  code           text not null,
  expiry_date    date not null,
  batch          text not null,         -- plain_batch of its number
  is_key         boolean not null,
  due_on         date not null          -- -infinity: nobody knows when it came
);

insert into care_plan
select p.batch_id, p.warehouse_id, p.goods_id, p.place, p.code, p.expiry_date, p.batch, p.grounds <> '{}', coalesce(p.due_on, '-infinity')
  from care_planned(care_day()) p join stock_batch b on b.id = p.batch_id where b.available + b.reserved > 0;

create index care_plan_walk on care_plan (warehouse_id, place, code, expiry_date, stock_batch_id) include (due_on, is_key);
create index care_plan_due on care_plan (warehouse_id, is_key, due_on);
create index care_plan_goods on care_plan (goods_id);
create index care_plan_batch on care_plan (batch text_pattern_ops);
create index care_plan_code on care_plan (upper(code) text_pattern_ops);
create index care_plan_place on care_plan (upper(place) text_pattern_ops) where place is not null;
analyze care_plan;

-- Batches that came just now: one whose coming is not recorded yet came today.
create function care_enter(ids bigint[], today date) returns void language plpgsql as $$
begin
  insert into care_plan
  select p.batch_id, p.warehouse_id, p.goods_id, p.place, p.code, p.expiry_date, p.batch, p.grounds <> '{}', coalesce(p.due_on, (today + p.every)::date)
    from care_planned(today) p join stock_batch b on b.id = p.batch_id
   where p.batch_id = any (ids) and b.available + b.reserved > 0
  on conflict (stock_batch_id) do nothing;
end $$;

-- Writes what changed alone. A batch that nothing is left of meanwhile has no row to change.
create function care_replan(ids bigint[], today date) returns void language plpgsql as $$
begin
  -- One after the other: of two deeds at once each would reckon without the other one.
  perform from care_plan where stock_batch_id = any (ids) order by stock_batch_id for no key update;
  update care_plan c
     set place = p.place, code = p.code, expiry_date = p.expiry_date, batch = p.batch, is_key = p.grounds <> '{}',
         due_on = coalesce(p.due_on, '-infinity')
    from care_planned(today) p
   where c.stock_batch_id = any (ids) and p.batch_id = c.stock_batch_id
     and (c.place, c.code, c.expiry_date, c.batch, c.is_key, c.due_on)
         is distinct from (p.place, p.code, p.expiry_date, p.batch, p.grounds <> '{}', coalesce(p.due_on, '-infinity'));
end $$;

create function care_replan_goods(ids bigint[]) returns void language plpgsql as $$
begin
  perform care_replan(array(select c.stock_batch_id from care_plan c where c.goods_id = any (ids)), care_day());
end $$;

create function care_batches_came() returns trigger language plpgsql as $$
begin
  perform care_enter(array(select id from fresh where available + reserved > 0), care_day());
  return null;
end $$;
create trigger care_batches_came after insert on stock_batch
  referencing new table as fresh for each statement execute function care_batches_came();

-- Orders change a batch all the time: only what ends or begins lying there concerns the plan.
create function care_batch_changed() returns trigger language plpgsql as $$
begin
  if new.available + new.reserved = 0 then
    delete from care_plan where stock_batch_id = new.id;
  elsif old.available + old.reserved = 0 then
    perform care_enter(array[new.id], care_day());
  else
    perform care_replan(array[new.id], care_day());
  end if;
  return null;
end $$;
create trigger care_batch_changed after update on stock_batch for each row
  when ((old.available + old.reserved = 0) <> (new.available + new.reserved = 0)
        or (old.expiry_date, old.batch_no) is distinct from (new.expiry_date, new.batch_no))
  execute function care_batch_changed();

create function care_checks_made() returns trigger language plpgsql as $$
begin
  perform care_replan(array(select stock_batch_id from fresh), care_day());
  return null;
end $$;
create trigger care_plan_checked after insert on care_check
  referencing new table as fresh for each statement execute function care_checks_made();

create function care_goods_decided() returns trigger language plpgsql as $$
begin
  perform care_replan_goods(array(select goods_id from fresh));
  return null;
end $$;
create trigger care_plan_decided after insert on care_goods
  referencing new table as fresh for each statement execute function care_goods_decided();

create function care_one_goods_changed() returns trigger language plpgsql as $$
begin
  perform care_replan_goods(array[case when tg_op = 'DELETE' then old.goods_id else new.goods_id end]);
  return null;
end $$;
create trigger care_plan_judged after insert or update of state or delete on unqualified
  for each row execute function care_one_goods_changed();
create trigger care_plan_first_trade after insert or update of passed_at or delete on goods_first_trade
  for each row execute function care_one_goods_changed();
create trigger care_plan_place after insert or update of place or delete on shelf_place
  for each row execute function care_one_goods_changed();

create function care_goods_changed() returns trigger language plpgsql as $$
begin
  perform care_replan_goods(array[new.id]);
  return null;
end $$;
create trigger care_plan_goods after update of cold_chain, kind, dosage_form, shelf_life_months, code on goods for each row
  when ((old.cold_chain, old.kind, old.dosage_form, old.shelf_life_months, old.code)
        is distinct from (new.cold_chain, new.kind, new.dosage_form, new.shelf_life_months, new.code))
  execute function care_goods_changed();

-- Both lists are searched by the beginning of a goods' name.
create index goods_name_begins on goods (upper(name) text_pattern_ops);

-- The record of checks, by what is looked for in it: a batch, a place, a goods, and what was found amiss.
create index care_check_number on care_check (plain_batch(batch_no) text_pattern_ops, checked_at);
create index care_check_place on care_check (upper(place) text_pattern_ops, checked_at) where place <> '';
create index care_check_goods on care_check (goods_id, checked_at);
create index care_check_doubted on care_check (checked_at desc, id desc) where doubted > 0;
create index care_check_warehouse on care_check (warehouse_id, checked_at desc, id desc);
