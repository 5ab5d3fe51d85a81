-- A parcel of the points mall or of a draw has no batch, no invoice and no delivery note: no medicine is placed or leaves with one,
-- whatever asks. What was placed before may still be cancelled.
create function points_parcel_holds_no_medicine() returns trigger language plpgsql as $$
begin
  if exists (select from goods g where g.id = new.goods_id
                and (g.kind in ('drug', 'herb') or g.scope_code in ('chem', 'tcm', 'herb', 'bio', 'peptide', 'raw'))) then
    raise exception 'a medicine leaves only with an order, from its batch';
  end if;
  return new;
end $$;
create trigger points_order_placed_lawful before insert on points_order
  for each row when (new.goods_id is not null) execute function points_parcel_holds_no_medicine();
create trigger points_order_moved_lawful before update on points_order
  for each row when (new.goods_id is not null
                     and (new.goods_id is distinct from old.goods_id or (new.status = 'shipped' and old.status <> 'shipped')))
  execute function points_parcel_holds_no_medicine();
