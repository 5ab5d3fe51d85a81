import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'

/** What an offer brought, over all of its versions. Orders that were cancelled count for nothing. */
export interface ResultRow {
  orders: number
  companies: number
  /** Goods of these orders, reductions taken off. */
  amount: Fen
  reduction: Fen
  units: number
}

const PROMOTIONS = (planId: number) => sql`select promotion_id as id from promotion_plan_version where plan_id = ${planId}`

export async function resultOf(connection: Connection, planId: number): Promise<ResultRow> {
  const { rows } = await sql<ResultRow>`
    with own as materialized (${PROMOTIONS(planId)}), own_gift as materialized (
      select g.id from own join promotion_tier t on t.promotion_id = own.id join promotion_gift g on g.tier_id = t.id
    ), own_exchange as materialized (
      select e.id from own join promotion_tier t on t.promotion_id = own.id join promotion_exchange e on e.tier_id = t.id
    ), part as (
      select l.order_id, l.number as units, 0 as reduction from order_line l where l.gift_id in (select id from own_gift)
      union all
      select l.order_id, l.number, 0 from order_line l where l.exchange_id in (select id from own_exchange)
      union all
      select l.order_id, 0, (select coalesce(sum((s ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(l.shares) s
                              where s ->> 'kind' in ('full_reduction', 'goods_full_reduction') and (s ->> 'id')::bigint in (select id from own))
        from order_line l where l.shares <> '[]' and promotions_in(l.shares) && (select coalesce(array_agg(id), '{}') from own)
      union all
      select o.id, 0, o.cashback_amount from orders o where o.cashback_promotion_id in (select id from own)
    ), touched as (
      select order_id, sum(units) as units, sum(reduction) as reduction from part group by order_id
    )
    select count(*)::integer as orders, count(distinct o.company_id)::integer as companies, coalesce(sum(o.goods_amount - o.reduction_amount), 0)::bigint as amount,
           coalesce(sum(t.reduction), 0)::bigint as reduction, coalesce(sum(t.units), 0)::integer as units
      from touched t join orders o on o.id = t.order_id where o.status <> 'cancelled'`.execute(connection)
  return rows[0] ?? { orders: 0, companies: 0, amount: 0 as Fen, reduction: 0 as Fen, units: 0 }
}

export interface GivenRow {
  id: number
  name: string
  unit: string
  taken: number
  quota: number | null
}
/** Gifts and exchange goods of the version that stands. */
export async function givenOf(connection: Connection, planId: number): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    select g.id, g.name || ' ' || g.spec as name, g.unit, sum(x.taken)::integer as taken,
           case when bool_and(x.quota is not null) then sum(x.quota)::integer end as quota
      from promotion_plan l join promotion_tier t on t.promotion_id = l.promotion_id
      join (select tier_id, goods_id, taken, quota from promotion_gift union all select tier_id, goods_id, taken, quota from promotion_exchange) x
        on x.tier_id = t.id
      join goods g on g.id = x.goods_id
     where l.id = ${planId} group by g.id order by g.id`.execute(connection)
  return rows
}
