import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Units of each of these gifts that a company's orders hold, those of the offer's other tiers and former versions too. Of one that had none: 0. */
export async function givenTo(connection: Connection, giftIds: readonly number[], companyId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; number: number }>`
    select asked.id, coalesce(sum(l.number) filter (where o.status <> 'cancelled'), 0)::integer as number
      from promotion_gift asked
      join promotion_tier at on at.id = asked.tier_id
      left join promotion_plan_version v on v.promotion_id = at.promotion_id
      join promotion_tier t on t.promotion_id = at.promotion_id
           or t.promotion_id in (select w.promotion_id from promotion_plan_version w where w.plan_id = v.plan_id)
      join promotion_gift g on g.tier_id = t.id and g.goods_id = asked.goods_id
      left join order_line l on l.gift_id = g.id and l.company_id = ${companyId}
      left join orders o on o.id = l.order_id
     where asked.id = any(${giftIds}::bigint[]) group by asked.id`.execute(connection)
  return new Map(rows.map((row) => [row.id, row.number]))
}
