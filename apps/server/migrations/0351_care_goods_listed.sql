-- The list of goods that may need care by the month, written out as the plan is: looking the rule up for each goods there is, for the list and
-- once more for its tabs, was most of what the page took. Of every goods of which something lies there, and of those that quality keeps on the list.

-- What becomes of each goods: its state, null where it stands on no list. One look into the plan for each: exists would read the whole of it first.
create function care_goods_listing(today date) returns table (goods_id bigint, state text) language sql stable as $$
  select g.goods_id, case when g.state = 'key' or coalesce((select true from care_plan p where p.goods_id = g.goods_id limit 1), false) then g.state end
    from care_goods_planned(today) g
$$;

create table care_goods_listed (
  goods_id bigint primary key references goods(id) on delete cascade,
  state    text not null check (state in ('proposed', 'key', 'general', 'other'))
);
insert into care_goods_listed select goods_id, state from care_goods_listing(care_day()) where state is not null;
create index care_goods_listed_state on care_goods_listed (state, goods_id);
analyze care_goods_listed;

-- Each step sees what was committed before it: of two deeds at once the later one reckons with the earlier one.
create function care_list_goods(ids bigint[]) returns void language plpgsql as $$
begin
  if ids = '{}' then return; end if;
  insert into care_goods_listed
  select s.goods_id, s.state from care_goods_listing(care_day()) s where s.goods_id = any (ids) and s.state is not null
  on conflict (goods_id) do nothing;
  perform from care_goods_listed where goods_id = any (ids) order by goods_id for update;
  update care_goods_listed l set state = s.state
    from care_goods_listing(care_day()) s
   where l.goods_id = any (ids) and s.goods_id = l.goods_id and s.state <> l.state;
  delete from care_goods_listed l using care_goods_listing(care_day()) s
   where l.goods_id = any (ids) and s.goods_id = l.goods_id and s.state is null;
end $$;

-- A goods of which the first batch came. Of those on the list the line must not go meanwhile, because somebody else sends the last one out.
create function care_plan_came() returns trigger language plpgsql as $$
begin
  perform from care_goods_listed where goods_id in (select goods_id from fresh) order by goods_id for key share;
  perform care_list_goods(array(select distinct f.goods_id from fresh f where not exists (select from care_goods_listed l where l.goods_id = f.goods_id)));
  return null;
end $$;
create trigger care_plan_came after insert on care_plan
  referencing new table as fresh for each statement execute function care_plan_came();

-- Two who send out the last two batches of a goods at once must each see the other.
create function care_plan_gone() returns trigger language plpgsql as $$
begin
  perform from care_goods_listed where goods_id in (select goods_id from gone) order by goods_id for update;
  perform care_list_goods(array(select distinct g.goods_id from gone g
                                 where not coalesce((select true from care_plan p where p.goods_id = g.goods_id limit 1), false)));
  return null;
end $$;
create trigger care_plan_gone after delete on care_plan
  referencing old table as gone for each statement execute function care_plan_gone();

create or replace function care_goods_decided() returns trigger language plpgsql as $$
begin
  perform care_replan_goods(array(select goods_id from fresh));
  perform care_list_goods(array(select distinct goods_id from fresh));
  return null;
end $$;

create or replace function care_one_goods_changed() returns trigger language plpgsql as $$
declare
  one bigint := case when tg_op = 'DELETE' then old.goods_id else new.goods_id end;
begin
  perform care_replan_goods(array[one]);
  -- Where a goods lies says nothing of the care that it needs.
  if tg_table_name <> 'shelf_place' then perform care_list_goods(array[one]); end if;
  return null;
end $$;

create or replace function care_goods_changed() returns trigger language plpgsql as $$
begin
  perform care_replan_goods(array[new.id]);
  perform care_list_goods(array[new.id]);
  return null;
end $$;
