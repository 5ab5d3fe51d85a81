-- Bundles, goods for points and draws that no plan stands behind become plans that were approved as they stand: the console goes on from there.
-- Also what the demo writes its own with. Odds come to 10,000 parts; what the rounding leaves over belongs to the widest.
create function adopt_deals() returns void language plpgsql as $$
declare
  r record;
  made bigint;
begin
  for r in
    select 'bundle' as kind, b.id, b.name, b.hint as intro, b.starts_at, b.ends_at, jsonb_build_object(
             'full_reduction_ok', b.full_reduction_ok::integer, 'coupon_ok', b.coupon_ok::integer, 'warehouse_id', b.warehouse_id,
             'quota', coalesce(b.quota, 0), 'limit', coalesce(b.limit_per_buyer, 0),
             'lines', (select coalesce(jsonb_agg(jsonb_build_object('goods_id', i.goods_id, 'batch_id', 0, 'price', to_char(i.price / 100.0, 'FM9999999990.00'),
                                'percent', 0, 'number', i.number, 'quota', 0, 'limit', 0) order by i.sort, i.goods_id), '[]')
                         from bundle_item i where i.bundle_id = b.id)) as said
      from bundle b where b.plan_id is null
    union all
    select 'points', g.id, g.name, g.intro, g.starts_at, g.ends_at, jsonb_build_object(
             'quota', coalesce(g.stock, 0), 'limit', coalesce(g.per_buyer, 0),
             'points', jsonb_build_object('mall', g.mall, 'kind', g.kind, 'goods_id', coalesce(g.goods_id, 0), 'coupon_id', coalesce(g.coupon_template_id, 0),
                         'points', g.points, 'money', case when g.money > 0 then to_char(g.money / 100.0, 'FM9999999990.00') else '' end,
                         'worth', coalesce(to_char(g.worth / 100.0, 'FM9999999990.00'), '')))
      from points_goods g where g.plan_id is null
    union all
    select 'draw', d.id, d.name, d.remarks, d.starts_at, d.ends_at, jsonb_build_object('limit', d.chances_per_day,
             'prizes', (select jsonb_agg(jsonb_build_object('key', p.place, 'kind', p.kind, 'name', p.name,
                                 'amount', case p.kind when 'points' then p.amount::text when 'voucher' then to_char(p.amount / 100.0, 'FM9999999990.00') else '' end,
                                 'coupon_id', coalesce(p.coupon_template_id, 0), 'goods_id', coalesce(p.goods_id, 0),
                                 'odds', p.odds + case when p.widest = 1 then 10000 - p.total else 0 end, 'stock', coalesce(p.stock, 0)) order by p.place)
                          from (select q.*, sum(q.odds) over () as total
                                  from (select z.*, greatest(1, floor(z.weight * 10000.0 / sum(z.weight) over ()))::integer as odds,
                                               row_number() over (order by z.sort, z.id) as place, row_number() over (order by z.weight desc, z.id) as widest
                                          from draw_prize z where z.draw_id = d.id) q) p))
      from draw d where d.plan_id is null and exists (select from draw_prize z where z.draw_id = d.id)
  loop
    insert into deal_plan (kind, name, terms, approved, starts_at, ends_at, created_by, updated_by, updated_at)
    values (r.kind, r.name, jsonb_build_object(
              'kind', r.kind, 'name', r.name, 'intro', r.intro,
              'starts_at', to_char(greatest(r.starts_at, '2020-01-01Z') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'ends_at', case when r.ends_at = 'infinity' then '' else to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
              'full_reduction_ok', 0, 'coupon_ok', 0, 'lines', '[]'::jsonb, 'warehouse_id', 0, 'quota', 0, 'limit', 0, 'prizes', '[]'::jsonb,
              'points', '{"mall": "points", "kind": "goods", "goods_id": 0, "coupon_id": 0, "points": 0, "money": "", "worth": ""}'::jsonb) || r.said,
            1, greatest(r.starts_at, '2020-01-01Z'), r.ends_at, '', '', now())
    returning id into made;
    insert into deal_plan_version (plan_id, number, name, terms, asked_by, at) select id, 1, name, terms, '', updated_at from deal_plan where id = made;
    if r.kind = 'bundle' then
      update bundle set plan_id = made where id = r.id;
    elsif r.kind = 'points' then
      update points_goods set plan_id = made where id = r.id;
    else
      update draw set plan_id = made where id = r.id;
      update draw_prize p set plan_key = q.place
        from (select id, row_number() over (order by sort, id) as place from draw_prize where draw_id = r.id) q where p.id = q.id;
    end if;
  end loop;
end $$;
select adopt_deals();
