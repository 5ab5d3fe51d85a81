import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'

/** Activities for every buyer, each over its own twentieth of the goods: 40 full reductions, 10 gifts, 10 exchanges. */
export async function makePromotions(database: DatabaseHandle): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `with goods_part as (select array_agg(id) filter (where n % 20 = p) as ids, p
                           from (select id, row_number() over (order by id) as n from goods where on_shelf) g, generate_series(0, 19) p
                          where n <= 20000 group by p),
          made as (insert into promotion (kind, name, starts_at, ends_at, scope)
                   select case when s < 40 then 'full_reduction' when s < 50 then 'gift' else 'exchange' end, '压测活动' || s,
                          now() - interval '1 day', now() + interval '1 day', jsonb_build_object('goods', to_jsonb(ids))
                     from generate_series(0, 59) s join goods_part on p = s % 20 returning id, kind),
          tier as (insert into promotion_tier (promotion_id, threshold, amount)
                   select id, 20000 * step, case when kind = 'full_reduction' then 800 * step end from made cross join generate_series(1, 3) step
                   returning id, promotion_id),
          thing as (select t.id, m.kind, (select min(id) from goods where kind = 'other' and on_shelf and base_price is not null) as goods_id
                      from tier t join made m on m.id = t.promotion_id),
          gift as (insert into promotion_gift (tier_id, goods_id, number)
                   select id, goods_id, 1 from thing where kind = 'gift' and goods_id is not null),
          exchange as (insert into promotion_exchange (tier_id, goods_id, price)
                       select id, goods_id, 100 from thing where kind = 'exchange' and goods_id is not null)
     select count(*)::integer as count from made`,
  )
  return rows[0]?.count ?? 0
}

/** A flash sale that lasts through the measurement, one unit a buyer. Answers its offer and its goods' place. */
export async function makeFlashSale(
  database: DatabaseHandle,
  goods: { goods_id: number; warehouse_id: number },
  quota: number,
): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `with session as (insert into flash_session (name, starts_at, ends_at)
                      values ('压测场', now() - interval '1 hour', now() + interval '1 hour') returning id, starts_at, ends_at)
     insert into goods_offer (kind, goods_id, flash_session_id, price, starts_at, ends_at, quota, limit_per_buyer, full_reduction_ok, coupon_ok)
     select 'flash', $1, id, 100, starts_at, ends_at, $2, 1, false, false from session returning id`,
    [goods.goods_id, quota],
  )
  const [offer] = rows
  if (!offer) throw new Error('no flash sale was made')
  return offer.id
}
