import { type RawBuilder, sql } from 'kysely'
import type { CareGround, KeyGoodsState } from '#contract/care.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'

export interface KeyGoodsRow {
  id: number
  code: string
  name: string
  spec: string
  maker: string
  dosageForm: string
  storage: string
  state: KeyGoodsState
  batches: number
  grounds: CareGround[]
  reason: string
  decider: string
  decidedAt: Date | null
}

export interface KeyGoodsFilter {
  words: string
  today: TradeDate
}

/** One look for each goods: exists would read the whole plan first. */
const THERE = sql`coalesce((select true from care_plan p where p.goods_id = g.id limit 1), false)`

const from = (today: TradeDate) => sql`
  goods g join care_goods_planned(${today}) s on s.goods_id = g.id left join care_goods d on d.id = s.decision_id`

/** What lies somewhere, and whatever stands on the list. */
function conditions({ words }: KeyGoodsFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`(${THERE} or d.is_key)`]
  if (words) {
    const start = `${plainLike(words)}%`
    parts.push(sql`(${isLike(sql`g.code`, start)} or ${isLike(sql`g.name`, start)} or g.barcode = ${words})`)
  }
  return sql.join(parts, sql` and `)
}

/** after: the last goods of the page before, for a file; offset: where a page begins. */
export async function keyGoodsRows(
  connection: Connection,
  filter: KeyGoodsFilter,
  state: KeyGoodsState,
  { after = 0, offset = 0 }: { after?: number; offset?: number },
  limit: number,
): Promise<KeyGoodsRow[]> {
  const { rows } = await sql<KeyGoodsRow>`
    select g.id, g.code, g.name, g.spec, coalesce(m.name, '') as maker, g.dosage_form as "dosageForm", g.storage, s.state, s.found as grounds,
           (select count(*) from care_plan p where p.goods_id = g.id)::integer as batches,
           coalesce(d.reason, '') as reason, coalesce(d.decider, '') as decider, d.decided_at as "decidedAt"
      from ${from(filter.today)} left join manufacturer m on m.id = g.manufacturer_id
     where ${conditions(filter)} and s.state = ${state} and g.id > ${after} order by g.id limit ${limit} offset ${offset}`.execute(
    connection,
  )
  return rows
}

export async function keyGoodsCounts(connection: Connection, filter: KeyGoodsFilter): Promise<Record<KeyGoodsState, number>> {
  const { rows } = await sql<{ state: KeyGoodsState; count: number }>`
    select s.state, count(*)::integer as count from ${from(filter.today)} where ${conditions(filter)} group by s.state`.execute(connection)
  return { proposed: 0, key: 0, general: 0, other: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}
