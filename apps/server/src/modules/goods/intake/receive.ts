import type { BodyOf } from '#contract/call.ts'
import { UPSTREAM_STATES } from '#contract/constants.ts'
import type { staffIntakeAdd } from '#contract/intake.ts'
import type { UpstreamState } from '#contract/upstream.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { parseTradeDate } from '#domain/identifiers.ts'
import { barredReason } from '#domain/law/standing.ts'
import { FREE_SCOPE } from '#domain/scopes.ts'
import { upstreamRefusal } from '#domain/upstream.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { knownBatches, openWarehouse } from '../stock/public.ts'
import {
  type DeliveringSupplier,
  deliveringSupplier,
  type GoodsFacts,
  goodsFacts,
  insertIntake,
  insertIntakeLines,
  type NewIntakeLine,
} from './store.ts'

/** 收货: what stands on the boxes and on the supplier's paper, before anybody of quality has looked at it. */

type Asked = BodyOf<typeof staffIntakeAdd>
type Say = (field: string, message: string) => void

/** One batch has one number here, however the label writes it. */
const plainBatch = (batchNo: string) => batchNo.replaceAll(' ', '').toUpperCase()

function readLine(line: Asked['lines'][number], today: TradeDate, say: Say): NewIntakeLine {
  const batchNo = line.batch_no.trim()
  if (batchNo === '') say('batch_no', '请填写批号')
  for (const { field, message } of paperProblems({ batch_no: batchNo, place: line.place?.trim() ?? '' })) say(field, message)
  const produced = line.production_date?.trim() ?? ''
  const productionDate = produced === '' ? null : parseTradeDate(produced, 'start')
  if (produced !== '' && productionDate === null) say('production_date', '生产日期不是日期')
  const expiryDate = parseTradeDate(line.expiry_date.trim(), 'end')
  if (expiryDate === null) say('expiry_date', '请填写有效期至，如 20280531')
  else if (expiryDate < today) say('expiry_date', `有效期至 ${expiryDate}，已过期，不能收货`)
  if (productionDate !== null && productionDate > today) say('production_date', '生产日期在今天之后')
  if (productionDate !== null && expiryDate !== null && expiryDate <= productionDate) say('expiry_date', '有效期早于生产日期')
  return {
    goodsId: line.goods_id,
    batchNo,
    productionDate,
    expiryDate: expiryDate ?? today,
    number: line.number,
    place: line.place?.trim() ?? '',
  }
}

/** The dates of a batch are those on its first box: another date is another batch, or a mistake in reading. */
export function otherDates(
  line: Pick<NewIntakeLine, 'productionDate' | 'expiryDate'>,
  known: { production: TradeDate | null; expiry: TradeDate },
): { field: 'production_date' | 'expiry_date'; message: string } | null {
  if (known.expiry !== line.expiryDate)
    return { field: 'expiry_date', message: `这个批号在册的有效期至是 ${known.expiry}，与所填的 ${line.expiryDate} 不符，请核对实物` }
  if (known.production !== null && line.productionDate !== null && known.production !== line.productionDate)
    return { field: 'production_date', message: `这个批号在册的生产日期是 ${known.production}，请核对实物` }
  return null
}

const isIn = (said: { state: UpstreamState; passedUntil: TradeDate | null; name: string }, ofGoods: boolean, today: TradeDate): string =>
  upstreamRefusal({ ...said, stateName: UPSTREAM_STATES[said.state] }, ofGoods, today)

/** Whose first trade has not passed, or is over, delivers nothing (药品经营质量管理规范 arts. 61, 62); null: refused. */
async function supplierFor(connection: Connection, id: number, today: TradeDate, say: Say): Promise<DeliveringSupplier | null> {
  const supplier = await deliveringSupplier(connection, id)
  const refused = supplier === null ? '请选择供货单位' : isIn(supplier, false, today)
  if (refused) say('supplier_id', refused)
  return refused ? null : supplier
}

/** Why goods of this kind do not come in, from this supplier; '': they do. */
function goodsRefusal(goods: GoodsFacts, supplier: DeliveringSupplier | null, today: TradeDate): string {
  const barred = barredReason(goods)
  if (barred) return `${goods.name}：${barred}，不能收货`
  if (goods.firstTrade !== null) {
    const refused = isIn({ ...goods.firstTrade, name: goods.name }, true, today)
    if (refused) return refused
  }
  const isOutside = supplier?.isWholesaler === true && goods.scope !== FREE_SCOPE && !supplier.scopes.includes(goods.scope)
  return isOutside ? `${goods.name}：不在 ${supplier.name} 的经营范围之内，不能收货` : ''
}

interface Delivered {
  body: Asked
  lines: readonly NewIntakeLine[]
  supplier: DeliveringSupplier | null
  today: TradeDate
}

async function checkGoods(connection: Connection, { body, lines, supplier, today }: Delivered, say: Say): Promise<void> {
  const facts = new Map((await goodsFacts(connection, [...new Set(lines.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]))
  const seen = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const goods = facts.get(line.goodsId)
    if (goods === undefined) {
      say(`lines.${at}.goods_id`, '没有这个商品')
      continue
    }
    const refused = goodsRefusal(goods, supplier, today)
    if (refused) say(`lines.${at}.goods_id`, refused)
    const key = `${line.goodsId} ${plainBatch(line.batchNo)}`
    const before = seen.get(key)
    if (before !== undefined) say(`lines.${at}.batch_no`, `与第 ${before + 1} 行是同一批号，请合并`)
    seen.set(key, before ?? at)
  }
  for (const known of await knownBatches(connection, lines, body.warehouse_id)) {
    const at = known.ord - 1
    const line = lines[at]
    const problem = line && otherDates(line, { production: known.productionDate, expiry: known.expiryDate })
    if (problem) say(`lines.${at}.${problem.field}`, problem.message)
  }
  if (![...facts.values()].some(({ coldChain }) => coldChain)) return
  if (body.celsius === undefined) say('celsius', '有冷藏、冷冻商品，请测量并填写到货温度')
  if (!body.transport?.trim()) say('transport', '有冷藏、冷冻商品，请填写运输方式')
}

export async function receive({ db }: DatabaseHandle, staff: StaffActor, body: Asked, now: Date): Promise<{ id: number; no: string }> {
  const today = beijingDate(now)
  const typed = {
    warehouseId: body.warehouse_id,
    supplierId: body.supplier_id,
    paperNo: body.paper_no.trim(),
    transport: body.transport?.trim() ?? '',
    celsius: body.celsius ?? null,
    remark: body.remark?.trim() ?? '',
  }
  return transact(db, async (trx) => {
    const errors: FieldError[] = []
    const say: Say = (field, message) => errors.push({ field, message })
    await openWarehouse(trx, body.warehouse_id, 'warehouse_id')
    const supplier = await supplierFor(trx, body.supplier_id, today, say)
    const given = { ...typed, supplier: supplier?.name ?? '' }
    if (given.paperNo === '') say('paper_no', '请填写随货同行单号')
    errors.push(...paperProblems({ paper_no: given.paperNo, transport: given.transport }))
    const lines = body.lines.map((line, at) => readLine(line, today, (field, message) => say(`lines.${at}.${field}`, message)))
    await checkGoods(trx, { body, lines, supplier, today }, say)
    if (errors.length > 0) throw fieldErrors(errors.slice(0, 30))
    const made = await insertIntake(trx, given, staff, today.replaceAll('-', ''), now)
    await insertIntakeLines(trx, made.id, lines)
    const after = {
      no: made.no,
      ...given,
      lines: lines.map(({ goodsId, batchNo, expiryDate, number }) => ({ goodsId, batchNo, expiryDate, number })),
    }
    await writeAudit(trx, staff, { action: 'intake.add', subject: `intake:${made.id}`, before: null, after }, now)
    return made
  })
}
