import type { GoodsFactsWire } from '#contract/goods-desk.ts'
import { type AuditEntry, writeAudits } from '../../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { changeGoods, formOf, type RecordRow, recordsById, removeGoods, takeOffShelf } from '../../records/public.ts'
import type { KeptRow, LookAhead, SaidFields, Undoing, Undone } from '../kind.ts'
import { rowsToTakeBack } from '../store.ts'
import { formName } from './fields.ts'
import { namedIn } from './store.ts'

/** An import taken back: by the record's own form, so that nothing goes back which a clerk could not type back. */

const WHERE: Readonly<Record<string, string>> = {
  order_line: '订单',
  stock_batch: '库存',
  goods_stock: '库存',
  stock_movement: '库存',
  stock_intake_line: '收货单',
  cart_line: '客户的购物车',
  favorite: '客户的收藏',
  goods_offer: '特价',
  offer: '活动、优惠券',
  price_change: '后来的定价',
  goods_company_price: '企业专价',
  goods_rank_price: '等级价',
  goods_ladder: '阶梯价',
  goods_first_trade: '首营资料',
  upstream_approval: '首营申请',
  law_decision: '质量的决定',
}
const placeName = (table: string): string => WHERE[table] ?? '其他记录'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Fields that are still as the import left them, and those that somebody changed since. */
function stillIts(is: RecordRow, after: SaidFields): { back: string[]; kept: string[] } {
  const form = formOf(is)
  const fields = Object.keys(after)
  const back = fields.filter((field) => same(form[field as keyof GoodsFactsWire], after[field]?.is))
  return { back, kept: fields.filter((field) => !back.includes(field)) }
}

/** Why goods that came by the import stay; by id. */
async function whyTheyStay(
  connection: Connection,
  rows: readonly KeptRow[],
  now: ReadonlyMap<number, RecordRow>,
): Promise<Map<number, string>> {
  const ids = rows.map(({ recordId }) => recordId ?? 0)
  const places = Map.groupBy(await namedIn(connection, ids), ({ recordId }) => recordId)
  const why = new Map<number, string>()
  for (const { recordId, version } of rows) {
    const is = recordId === null ? undefined : now.get(recordId)
    if (is === undefined) continue
    const named = [...new Set((places.get(is.id) ?? []).map(({ namedIn: table }) => placeName(table)))]
    const reasons = [...(is.version === version ? [] : ['资料后来改过']), ...named.map((place) => `${place}里有它`)]
    if (reasons.length > 0) why.set(is.id, reasons.join('、'))
  }
  return why
}

const split = (rows: readonly KeptRow[]) => ({
  fresh: rows.filter(({ before }) => before === null),
  changed: rows.filter(({ before }) => before !== null),
})
const recordsOf = async (connection: Connection, rows: readonly KeptRow[]) =>
  new Map(
    (
      await recordsById(
        connection,
        rows.flatMap(({ recordId }) => recordId ?? []),
      )
    ).map((one) => [one.id, one]),
  )

const KEPT_SHOWN = 50

/** What taking it back will come to, as things stand. */
export async function lookAhead(connection: Connection, id: number): Promise<LookAhead> {
  const rows = await rowsToTakeBack(connection, id, 100_000)
  const now = await recordsOf(connection, rows)
  const { fresh, changed } = split(rows)
  const why = await whyTheyStay(connection, fresh, now)
  const touched = changed.filter(({ recordId, after }) => {
    const is = now.get(recordId ?? 0)
    return is === undefined || stillIts(is, after ?? {}).kept.length > 0
  })
  const kept = fresh.flatMap(({ recordId, code, name }) => {
    const reason = why.get(recordId ?? 0)
    return recordId === null || reason === undefined ? [] : [{ record_id: recordId, code, name, why: reason }]
  })
  const figures = { changed: changed.length, touched: touched.length, new: fresh.length, removable: fresh.length - kept.length }
  return { ...figures, kept: kept.slice(0, KEPT_SHOWN), stands: Object.values(figures).join('-') }
}

/** One goods that the import changed, in a transaction of its own: a refusal of the form leaves it as it is. */
export async function putBack(database: DatabaseHandle, row: KeptRow, { staff, now }: Undoing): Promise<Undone> {
  const { seq, before, after, recordId } = row
  const [is] = await recordsById(database.db, [recordId ?? 0])
  if (is === undefined) return { seq, undone: 'left', message: '商品已不在' }
  const { back, kept } = stillIts(is, after ?? {})
  const others = kept.length === 0 ? '' : `后来改过的留着：${kept.map(formName).join('、')}`
  if (back.length === 0) return { seq, undone: 'left', message: others }
  const former = Object.fromEntries(back.map((field) => [field, before?.[field]?.is])) as Partial<GoodsFactsWire>
  await changeGoods(database, staff, is.id, () => former, now)
  const [left] = await recordsById(database.db, [is.id])
  const waits = left !== undefined && (left.law_verdict !== 'lawful' || left.lacks_first_trade)
  const words = [others, waits ? '是否上架由质量部门决定' : ''].filter(Boolean).join('；')
  return { seq, undone: kept.length === 0 ? 'back' : 'partly', message: words }
}

/** Goods that nobody has touched go; what somebody works with stays. */
export async function takeAway(trx: Connection, rows: readonly KeptRow[], undoing: Undoing): Promise<Undone[]> {
  if (rows.length === 0) return []
  const now = await recordsOf(trx, rows)
  const { staff, file, reason } = undoing
  const why = await whyTheyStay(trx, rows, now)
  const free = rows.flatMap(({ recordId }) => (recordId !== null && now.has(recordId) && !why.has(recordId) ? [recordId] : []))
  await removeGoods(trx, free)
  const shelved: number[] = []
  const done = rows.map(({ seq, recordId }): Undone => {
    const is = now.get(recordId ?? 0)
    if (is === undefined) return { seq, undone: 'removed', message: '商品已不在' }
    const stays = why.get(is.id)
    if (stays === undefined) return { seq, undone: 'removed', message: '' }
    if (is.on_shelf || is.law_held) return { seq, undone: 'left', message: stays }
    shelved.push(is.id)
    return { seq, undone: 'shelved', message: stays }
  })
  for (const id of shelved) await takeOffShelf(trx, id, TAKEN_BACK, undoing.now)
  await writeAudits(
    trx,
    staff,
    rows.flatMap(({ recordId, code, name }): AuditEntry[] => {
      if (recordId === null) return []
      const subject = `goods:${recordId}`
      if (free.includes(recordId))
        return [{ action: 'goods_import.removed' as const, subject, before: { code, name }, after: { file, reason } }]
      return shelved.includes(recordId)
        ? [{ action: 'goods.shelf_off' as const, subject, before: {}, after: { off_shelf_reason: TAKEN_BACK, file } }]
        : []
    }),
    undoing.now,
  )
  return done
}

const TAKEN_BACK = '导入已撤销'
