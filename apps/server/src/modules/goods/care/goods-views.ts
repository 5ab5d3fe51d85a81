import { sql } from 'kysely'
import type { CareGround, KeyGoodsState } from '#contract/care.ts'
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
}

/** l: a goods of the list, as it was written out (migration 0351). */
const from = ({ words }: KeyGoodsFilter) =>
  words === '' ? sql`care_goods_listed l` : sql`care_goods_listed l join goods g on g.id = l.goods_id`
function conditions({ words }: KeyGoodsFilter) {
  if (words === '') return sql`true`
  const start = `${plainLike(words)}%`
  return sql`(${isLike(sql`g.code`, start)} or ${isLike(sql`g.name`, start)} or g.barcode = ${words})`
}

/**
 * after: the last goods of the page before, for a file; offset: where a page begins. The rule is asked of the goods of the page alone, of the
 * day that the list is of.
 */
export async function keyGoodsRows(
  connection: Connection,
  filter: KeyGoodsFilter,
  state: KeyGoodsState,
  { after = 0, offset = 0 }: { after?: number; offset?: number },
  limit: number,
): Promise<KeyGoodsRow[]> {
  const { rows } = await sql<KeyGoodsRow>`
    select g.id, g.code, g.name, g.spec, coalesce(m.name, '') as maker, g.dosage_form as "dosageForm", g.storage, n.state, s.found as grounds,
           (select count(*) from care_plan p where p.goods_id = g.id)::integer as batches,
           coalesce(d.reason, '') as reason, coalesce(d.decider, '') as decider, d.decided_at as "decidedAt"
      from (select l.goods_id, l.state from ${from(filter)}
             where ${conditions(filter)} and l.state = ${state} and l.goods_id > ${after}
             order by l.goods_id limit ${limit} offset ${offset}) n
      join goods g on g.id = n.goods_id join care_goods_planned(care_day()) s on s.goods_id = n.goods_id
      left join care_goods d on d.id = s.decision_id left join manufacturer m on m.id = g.manufacturer_id
     order by g.id`.execute(connection)
  return rows
}

export async function keyGoodsCounts(connection: Connection, filter: KeyGoodsFilter): Promise<Record<KeyGoodsState, number>> {
  const { rows } = await sql<{ state: KeyGoodsState; count: number }>`
    select l.state, count(*)::integer as count from ${from(filter)} where ${conditions(filter)} group by l.state`.execute(connection)
  return { proposed: 0, key: 0, general: 0, other: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}
