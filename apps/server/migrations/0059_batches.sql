-- A batch that is locked (recall, doubt, complaint) is not sold and not reserved; what open orders hold of it is shown to staff.
alter table stock_batch add column locked_at timestamptz;
alter table stock_batch add column locked_by text;
alter table stock_batch add column locked_reason text;
alter table stock_batch add constraint stock_batch_lock_whole
  check (num_nonnulls(locked_at, locked_by, locked_reason) in (0, 3));
create index stock_batch_locked on stock_batch (locked_at desc) where locked_at is not null;
-- Who has a batch: for recalls.
create index order_line_batch_batch on order_line_batch (stock_batch_id);

-- Goods that staff took off sale stay off it, whatever an import says, until staff put them back.
alter table goods add column stopped_at timestamptz;
alter table goods add column stopped_by text;
alter table goods add column stopped_reason text;
alter table goods add column stopped_shelf jsonb;   -- {on_shelf, reason} from before
alter table goods add constraint goods_stop_whole check (num_nonnulls(stopped_at, stopped_by, stopped_reason, stopped_shelf) in (0, 4));
create function goods_stay_stopped() returns trigger language plpgsql as $$
begin
  new.on_shelf := false;
  -- Buyers read this; the reason is the house's own.
  new.off_shelf_reason := '暂停销售，请联系客户经理';
  return new;
end $$;
create trigger goods_stopped before insert or update on goods
  for each row when (new.stopped_at is not null) execute function goods_stay_stopped();

-- Days that a batch must still be in date to be sold as ordinary goods: setting min_remaining_days, {"days": 30, "kinds": {"herb": 0}};
-- what cannot be read as such is the default of 30.
create function min_remaining_days(goods_kind text) returns integer language sql stable as $$
  select coalesce(
    (select case when said ~ '^\d{1,4}$' then said::integer end
       from (select coalesce(value #>> array['kinds', goods_kind], value ->> 'days') as said
               from setting where key = 'min_remaining_days' and jsonb_typeof(value) = 'object') s),
    30)
$$;
