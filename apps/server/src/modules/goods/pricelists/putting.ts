import type { Fen } from '#domain/money.ts'
import type { AuditActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { tryOut } from '../../who/approvals/public.ts'
import { type SaidPrices, sayPrices } from '../prices/public.ts'
import { lowsByGoods } from '../promotions/public.ts'
import { type Standing, shownPrice, standingOf, standsOf, weighRows, wishOf } from './judge.ts'
import type { GoodRow, ListRow } from './store.ts'

export interface Putting {
  listId: number
  actor: AuditActor
  reason: string
  now: Date
}

const to = (row: GoodRow, back: boolean): Fen | null => (back ? row.before : row.after)

/** Prices that become what the list says, or what they were before it. Goods are locked by then. */
async function say(trx: Connection, standing: Standing, rows: readonly GoodRow[], back: boolean, how: Putting): Promise<void> {
  const said = new Map<number, SaidPrices>()
  for (const [goodsId, some] of Map.groupBy(rows, (row) => row.goodsId)) {
    const row = standing.prices.get(goodsId)
    if (row === undefined) continue
    const wish = wishOf(
      row,
      some.map((one) => ({ ...one, after: to(one, back) })),
    )
    said.set(goodsId, {
      ...(some.some(({ kind }) => kind === 'base') && { base: wish.base }),
      ...(some.some(({ kind }) => kind === 'rank') && { ranks: wish.ranks }),
      companies: some.flatMap((one) => (one.companyId === null ? [] : [{ companyId: one.companyId, price: to(one, back) }])),
    })
  }
  const { listId, actor, reason, now } = how
  await sayPrices(trx, actor, said, { alone: true, reason, now, listId })
}

/** What is tried is locked until it is undone, and whoever ships or stops one of these goods waits for it. */
const TRIED_AT_ONCE = 500

/** Goods that offers bring below cost or floor with these prices and did not before. Tried, and undone, some at a time. */
export async function lowsOf(
  trx: Connection,
  standing: Standing,
  rows: readonly GoodRow[],
  back: boolean,
  how: Putting,
): Promise<ReadonlyMap<number, string>> {
  const byGoods = [...Map.groupBy(rows, ({ goodsId }) => goodsId)]
  const lows = new Map<number, string>()
  for (let from = 0; from < byGoods.length; from += TRIED_AT_ONCE) {
    const some = byGoods.slice(from, from + TRIED_AT_ONCE)
    const ids = some.map(([goodsId]) => goodsId)
    const put = () =>
      say(
        trx,
        standing,
        some.flatMap(([, of]) => of),
        back,
        how,
      )
    for (const [goodsId, words] of await tryOut(trx, () => lowsByGoods(trx, ids, how.now, put))) lows.set(goodsId, words)
  }
  return lows
}

const left = (row: GoodRow, note: string): ListRow => ({ ...row, state: 'left', note })
const kept = (row: GoodRow, note: string): ListRow => ({ ...row, state: 'kept', note })

/** Why one is not changed after all; null: it is. What two people agreed to was this price instead of that one, and no other. */
function whyLeft(standing: Standing, row: GoodRow, isBelow: boolean, isLow: boolean): ListRow | null {
  const stands = standsOf(standing, row)
  if (stands === undefined) return left(row, '商品或客户已不在')
  if (stands !== row.before) return left(row, `生效时原价已是${shownPrice(stands)}，批准时是${shownPrice(row.before)}`)
  if (isBelow && !row.below) return left(row, '批准之后成本价、底价或原价有变化，须重新批准')
  if (isLow && !row.low) return left(row, '批准之后营销活动有变化，须重新批准')
  return null
}

/** Some rows of an approved list: each becomes live, or says why not. */
export async function putRows(trx: Connection, rows: readonly GoodRow[], how: Putting): Promise<ListRow[]> {
  const standing = await standingOf(trx, rows, how.now, true)
  const weighed = new Map((await weighRows(standing, rows)).map((row) => [row.line, row]))
  const asked = rows.filter((row) => whyLeft(standing, row, weighed.get(row.line)?.below ?? false, false) === null)
  const lows = await lowsOf(trx, standing, asked, false, how)
  const outcome = rows.map(
    (row): ListRow =>
      whyLeft(standing, row, weighed.get(row.line)?.below ?? false, lows.has(row.goodsId)) ?? { ...row, state: 'done', note: '' },
  )
  const done = new Set(outcome.flatMap(({ line, state }) => (state === 'done' ? [line] : [])))
  await say(
    trx,
    standing,
    rows.filter(({ line }) => done.has(line)),
    false,
    how,
  )
  return outcome
}

/** Null: it is as the list left it, and can be what it was again. */
export function whyKept(standing: Standing, row: GoodRow): ListRow | null {
  const stands = standsOf(standing, row)
  if (stands === undefined) return kept(row, '商品或客户已不在')
  if (stands !== row.after) return kept(row, `已另改为${shownPrice(stands)}，没有恢复`)
  if (row.kind === 'base' && row.before === null && standing.prices.get(row.goodsId)?.onShelf)
    return kept(row, '商品在售，不能没有基准价；不再销售请下架')
  return null
}

export async function backRows(trx: Connection, rows: readonly GoodRow[], how: Putting): Promise<ListRow[]> {
  const standing = await standingOf(trx, rows, how.now, true)
  const outcome = rows.map((row): ListRow => whyKept(standing, row) ?? { ...row, state: 'back', note: '' })
  const done = new Set(outcome.flatMap(({ line, state }) => (state === 'back' ? [line] : [])))
  await say(
    trx,
    standing,
    rows.filter(({ line }) => done.has(line)),
    true,
    how,
  )
  return outcome
}
