import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import type { Plan, PlanTerms } from './plan.ts'

/** What writes plans, and the promotions that they become. */

export interface PlanRow extends Plan {
  id: number
  version: number
  approved: number
  promotionId: number | null
  withdrawnAt: Date | null
}

export async function lockPlan(connection: Connection, id: number): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select id, kind, name, terms, version, approved, promotion_id as "promotionId", withdrawn_at as "withdrawnAt"
      from promotion_plan where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function insertPlan(connection: Connection, { kind, name, terms }: Plan, by: string, now: Date): Promise<number> {
  const row = await connection
    .insertInto('promotion_plan')
    .values({ kind, name, terms: JSON.stringify(terms), created_by: by, updated_by: by, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** An offer that was withdrawn is a draft again when it is saved. */
export async function writePlan(connection: Connection, id: number, { kind, name, terms }: Plan, by: string, now: Date): Promise<void> {
  await sql`
    update promotion_plan
       set kind = ${kind}, name = ${name}, terms = ${JSON.stringify(terms)}::jsonb, version = version + 1, updated_by = ${by}, updated_at = ${now}
     where id = ${id}`.execute(connection)
}

/** What it became so far is over: what had begun ends at this moment, what had not never was. */
export async function endPromotions(connection: Connection, planId: number, now: Date): Promise<void> {
  await sql`
    update promotion p
       set ends_at = case when p.starts_at < ${now} then least(p.ends_at, ${now}) else p.ends_at end, is_open = p.starts_at < ${now}
      from promotion_plan_version v
     where v.plan_id = ${planId} and p.id = v.promotion_id and p.is_open and p.ends_at > ${now}`.execute(connection)
}

/** What a version gave away of a goods at its nth tier: a later version goes on counting from there. */
export interface Given {
  tier: number
  goods_id: number
  taken: number
}

export async function lockGiven(connection: Connection, planId: number): Promise<{ gifts: Given[]; exchanges: Given[] }> {
  const of = async (table: 'promotion_gift' | 'promotion_exchange') => {
    const { rows } = await sql<Given>`
      with held as (
        select o.id, o.tier_id, o.goods_id, o.taken from ${sql.table(table)} o
         where o.tier_id in (select t.id from promotion_plan_version v join promotion_tier t on t.promotion_id = v.promotion_id
                              where v.plan_id = ${planId})
         order by o.id for update)
      select t.place::integer - 1 as tier, h.goods_id, sum(h.taken)::integer as taken
        from held h
        join (select id, row_number() over (partition by promotion_id order by threshold, id) as place from promotion_tier) t on t.id = h.tier_id
       group by 1, 2`.execute(connection)
    return rows
  }
  return { gifts: await of('promotion_gift'), exchanges: await of('promotion_exchange') }
}

async function insertTiers(
  connection: Connection,
  promotionId: number,
  tiers: PlanTerms['tiers'],
  given: { gifts: Given[]; exchanges: Given[] },
) {
  const leftOf = (quota: number | null, of: readonly Given[], tier: number, goodsId: number): number | null =>
    quota === null ? null : Math.max(0, quota - (of.find((one) => one.tier === tier && one.goods_id === goodsId)?.taken ?? 0))
  const ordered = tiers.toSorted((one, other) => one.threshold - other.threshold)
  for (const [place, { gifts, exchanges, ...tier }] of ordered.entries()) {
    const { id: tier_id } = await connection
      .insertInto('promotion_tier')
      .values({ ...tier, promotion_id: promotionId })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [sort, { goods_id, number, quota, most, most_each }] of gifts.entries())
      await connection
        .insertInto('promotion_gift')
        .values({
          tier_id,
          goods_id,
          number,
          quota: leftOf(quota, given.gifts, place, goods_id),
          limit_per_checkout: most,
          limit_per_company: most_each,
          sort,
        })
        .execute()
    for (const [sort, { goods_id, price, limit, quota }] of exchanges.entries())
      await connection
        .insertInto('promotion_exchange')
        .values({ tier_id, goods_id, price, limit_per_checkout: limit, quota: leftOf(quota, given.exchanges, place, goods_id), sort })
        .execute()
  }
}

/** What buyers are offered from now on, or when its hour comes. */
export async function insertPromotion(
  connection: Connection,
  { kind, name, terms }: Plan,
  given: { gifts: Given[]; exchanges: Given[] },
): Promise<number> {
  const { id } = await connection
    .insertInto('promotion')
    .values({
      kind,
      name,
      intro: terms.intro,
      starts_at: new Date(terms.starts_at),
      ends_at: new Date(terms.ends_at),
      scope: JSON.stringify(terms.scope),
      audience: JSON.stringify(terms.audience),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTiers(connection, id, terms.tiers, given)
  return id
}

export async function setPublished(
  connection: Connection,
  plan: PlanRow,
  promotionId: number,
  { askedBy, approvedBy, now }: { askedBy: string; approvedBy: string; now: Date },
): Promise<void> {
  await sql`
    insert into promotion_plan_version (plan_id, number, promotion_id, name, terms, asked_by, approved_by, at)
    select ${plan.id}, coalesce(max(number), 0) + 1, ${promotionId}, ${plan.name}, ${JSON.stringify(plan.terms)}::jsonb, ${askedBy}, ${approvedBy}, ${now}
      from promotion_plan_version where plan_id = ${plan.id}`.execute(connection)
  await sql`
    update promotion_plan set approved = version, promotion_id = ${promotionId}, withdrawn_at = null, withdrawn_reason = ''
     where id = ${plan.id}`.execute(connection)
}

export async function setWithdrawn(connection: Connection, id: number, reason: string, by: string, now: Date): Promise<void> {
  await sql`
    update promotion_plan
       set withdrawn_at = ${now}, withdrawn_reason = ${reason}, version = version + 1, updated_by = ${by}, updated_at = ${now},
           approved = case when promotion_id is null then 0 else version + 1 end
     where id = ${id}`.execute(connection)
}
