import type { Concerned } from '../../../platform/change-table.ts'
import type { Changes, Memory } from '../../../platform/changes.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

/** SQL of what narrows lists, and of arrival reminders. Every query of a company's own names it. */

/** False: no such goods. */
export async function remindOfArrival({ pool }: DatabaseHandle, companyId: number, goodsId: number, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into arrival_reminder (company_id, goods_id, created_at) select $1, g.id, $3 from goods g where g.id = $2
     on conflict (company_id, goods_id) do update set created_at = excluded.created_at`,
    [companyId, goodsId, now],
  )
  return rowCount === 1
}

const BOUGHT_COMPANIES_MAX = 2_000

interface Bought {
  known: Map<number, Set<number>>
  memory: Memory
}
function createBought(changes: Changes): Bought {
  const known = new Map<number, Set<number>>()
  const clear = () => known.clear()
  const drop = (ids: Concerned) => {
    if (ids === null) clear()
    else for (const id of ids) known.delete(id)
  }
  return { known, memory: changes.memory({ name: 'bought before', on: { bought: drop }, clear, entries: () => known.size }) }
}

/**
 * Goods of all orders of this company that were not cancelled. A facet's count may be as old as the feed; who asks for
 * nothing but these goods says fresh.
 */
export async function boughtGoodsIds(database: DatabaseHandle, companyId: number, fresh: boolean): Promise<Set<number>> {
  const { known, memory } = database.changes.once('bought', () => createBought(database.changes))
  const remembered = known.get(companyId)
  if (remembered && !fresh) return remembered
  const mark = memory.mark()
  const { rows } = await database.pool.query<{ goods_id: number }>({
    name: 'bought_goods',
    text: `select distinct l.goods_id from order_line l join orders o on o.id = l.order_id
            where l.company_id = $1 and o.status <> 'cancelled'`,
    values: [companyId],
  })
  const ids = new Set(rows.map((row) => row.goods_id))
  if (known.size >= BOUGHT_COMPANIES_MAX) known.clear()
  if (memory.mayKeep(mark)) known.set(companyId, ids)
  return ids
}

/** Tags that are true only while an offer is open; the other tags stand with the goods. */
export const OFFER_TAGS: Readonly<Record<string, string>> = { 秒: 'flash', 特: 'daily' }

/** Goods with an open offer of these kinds; there are few at a time. */
export async function openOfferGoodsIds(database: DatabaseHandle, kinds: readonly string[], now: Date): Promise<Set<number>> {
  const { rows } = await database.pool.query<{ goods_id: number }>({
    name: 'open_offer_goods',
    text: `select distinct o.goods_id from goods_offer o left join flash_session s on s.id = o.flash_session_id
            where o.kind = any($1::text[]) and o.ends_at > $2 and o.starts_at <= $2
              and (s.id is null or (s.starts_at <= $2 and s.ends_at > $2)) and (o.quota is null or o.taken < o.quota)`,
    values: [kinds, now],
  })
  return new Set(rows.map((row) => row.goods_id))
}
