import type { BodyOf, DataOf } from '#contract/call.ts'
import { COUNT_BATCHES_MAX, COUNT_KINDS, COUNT_STATES } from '#contract/constants.ts'
import type { CountLineWire, staffCountDecide, staffCountStart } from '#contract/counts.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { openWarehouse, post, refreshGoodsStock } from '../stock/public.ts'
import {
  batchesById,
  type CountHead,
  type CountLine,
  countLineOf,
  countLines,
  enterCounted,
  findCount,
  handsIn,
  insertCount,
  insertScope,
  lockCount,
  otherCountOf,
  type Scope,
  scopeSize,
  setState,
} from './store.ts'

/** 盘点与调整: what one finds is posted once another has approved it. */

const KIND_WORDS = { drug: '药品', herb: '中药', device: '器械', health: '保健食品', other: '其他' } as const
type StartBody = BodyOf<typeof staffCountStart>

function titleOf(body: StartBody): string {
  const parts = [
    body.words?.trim() && `“${body.words.trim()}”`,
    body.kind && KIND_WORDS[body.kind],
    body.cold === 1 && '冷藏冷冻',
    body.expiring !== undefined && `${body.expiring} 天内到期`,
    body.empty === 1 && '含账面为零',
  ].filter((part): part is string => typeof part === 'string' && part !== '')
  return parts.length === 0 ? '全仓' : parts.join('、')
}

const dayOf = (now: Date) => beijingDate(now).replaceAll('-', '')

export async function startCount(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: StartBody,
  now: Date,
): Promise<DataOf<typeof staffCountStart>> {
  const scope: Scope = {
    warehouseId: body.warehouse_id,
    words: body.words?.trim() ?? '',
    kind: body.kind ?? null,
    cold: body.cold === 1,
    endsBy: body.expiring === undefined ? null : addDays(beijingDate(now), body.expiring),
    withEmpty: body.empty === 1,
  }
  return transact(db, async (trx) => {
    await openWarehouse(trx, body.warehouse_id, 'warehouse_id')
    const { batches, elsewhere } = await scopeSize(trx, scope, COUNT_BATCHES_MAX + 1)
    if (batches > COUNT_BATCHES_MAX)
      throw fieldErrors([{ field: 'words', message: `范围内超过 ${COUNT_BATCHES_MAX} 个批号，请缩小范围，分几张盘` }])
    if (batches === 0) throw fieldErrors([{ field: 'words', message: '这个范围里没有批号' }])
    if (batches === elsewhere) throw conflict('范围内的批号都在别的盘点单里，没有了结')
    const title = titleOf(body)
    const made = await insertCount(trx, { kind: 'count', warehouseId: body.warehouse_id, title, reason: '' }, staff, dayOf(now), now)
    const lines = await insertScope(trx, made.id, scope)
    const after = { no: made.no, warehouse_id: body.warehouse_id, title, lines }
    await writeAudit(trx, staff, { action: 'count.start', subject: `stock_count:${made.id}`, before: null, after }, now)
    return { ...made, lines, elsewhere: batches - lines }
  })
}

/** What orders hold stays: the house owes it. */
export function problemOf({ counted, book, available, reserved, isOvertaken }: CountLine): string {
  if (counted === null || counted === book) return ''
  if (isOvertaken) return '盘点之后又导入过库存，请重盘这一行'
  if (available + counted - book >= 0) return ''
  return `订单占用 ${reserved}，可用只有 ${available}，不能减 ${book - counted}；请先处理占用它的订单`
}

export const lineWire = (line: CountLine): CountLineWire => ({
  id: line.id,
  batch_id: line.batchId,
  goods_id: line.goodsId,
  code: line.code,
  barcode: line.barcode,
  name: line.name,
  spec: line.spec,
  unit: line.unit,
  maker: line.maker,
  place: line.place,
  batch_no: line.batchNo,
  expiry_date: line.expiryDate,
  book: line.book,
  reserved: line.reserved,
  counted: line.counted,
  counter: line.counter,
  note: line.note,
  problem: problemOf(line),
})

async function lockIn(
  connection: Connection,
  id: number,
  alone: boolean,
  states: readonly CountHead['state'][],
  deed: string,
): Promise<CountHead> {
  if (!(await lockCount(connection, id, alone))) throw notFound('盘点单')
  const head = await findCount(connection, id)
  if (head === null) throw notFound('盘点单')
  if (!states.includes(head.state)) throw conflict(`${COUNT_KINDS[head.kind]}单 ${head.no} ${COUNT_STATES[head.state]}，不能${deed}`)
  return head
}

export async function enter(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: { batch_id: number; counted?: number | null; note?: string },
  now: Date,
): Promise<CountLineWire> {
  return transact(db, async (trx) => {
    const head = await lockIn(trx, id, false, ['open'], '录入')
    const [batch] = await batchesById(trx, [body.batch_id])
    if (batch === undefined || batch.warehouseId !== head.warehouseId)
      throw fieldErrors([{ field: 'batch_id', message: `${head.warehouse}的账上没有这个批号；账外的货请走收货` }])
    const other = await otherCountOf(trx, batch.id, id)
    if (other) throw conflict(`${batch.name} ${batch.batchNo} 在${other}里，还没有了结`)
    const before = await countLineOf(trx, id, batch.id)
    const given = { batchId: batch.id, counted: body.counted ?? null, note: body.note?.trim() ?? before?.note ?? '' }
    await enterCounted(trx, id, given, staff, now)
    const line = await countLineOf(trx, id, batch.id)
    if (line === null) throw notFound('批号')
    const figures = (one: CountLine | null) => one && { batch_id: one.batchId, batch_no: one.batchNo, book: one.book, counted: one.counted }
    await writeAudit(
      trx,
      staff,
      { action: 'count.enter', subject: `stock_count:${id}`, before: figures(before), after: figures(line) },
      now,
    )
    return lineWire(line)
  })
}

/** More differences than this are not listed in one sentence. */
const NAMED = 5

async function approve(trx: Connection, head: CountHead, staff: StaffActor, now: Date): Promise<number> {
  if ((await handsIn(trx, head.id)).has(staff.accountId)) throw conflict('您参与了这次盘点或申请，须由另一人批准')
  const goodsIds = [...new Set((await countLines(trx, head.id, 'differing', 0, COUNT_BATCHES_MAX)).map(({ goodsId }) => goodsId))]
  // The goods' places are locked first; what stands in the way is looked for behind that lock.
  await refreshGoodsStock(trx, goodsIds, now)
  const lines = await countLines(trx, head.id, 'differing', 0, COUNT_BATCHES_MAX)
  const wrong = lines.flatMap((line) => (problemOf(line) ? [`${line.name} ${line.batchNo}：${problemOf(line)}`] : []))
  if (wrong.length > 0) throw conflict(`${wrong.length} 行不能过账。${wrong.slice(0, NAMED).join('；')}${wrong.length > NAMED ? '……' : ''}`)
  const reason = head.kind === 'adjust' ? head.reason : `盘点 ${head.title}`
  const by = { kind: head.kind, documentNo: head.no, actor: `${head.submitter}／${staff.name}`, reason }
  const due = lines.map(({ batchId, counted, book }) => ({ batchId, number: (counted ?? book) - book }))
  await post(trx, goodsIds, due, by, now)
  return due.length
}

type Command = 'submit' | 'cancel' | 'approve' | 'return'
const FROM: Readonly<Record<Command, { states: readonly CountHead['state'][]; to: CountHead['state']; deed: string }>> = {
  submit: { states: ['open'], to: 'submitted', deed: '提交' },
  cancel: { states: ['open', 'submitted'], to: 'cancelled', deed: '作废' },
  approve: { states: ['submitted'], to: 'approved', deed: '批准' },
  return: { states: ['submitted'], to: 'open', deed: '退回' },
}

export async function decide(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { command, reason: typed }: { command: Command; reason: string },
  now: Date,
): Promise<DataOf<typeof staffCountDecide>> {
  const { states, to, deed } = FROM[command]
  const reason = typed.trim()
  if ((command === 'cancel' || command === 'return') && reason === '') throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  return transact(db, async (trx) => {
    const head = await lockIn(trx, id, true, states, deed)
    if (command === 'submit' && head.counted < head.lines) throw conflict(`还有 ${head.lines - head.counted} 行没有录入盘点数`)
    const posted = command === 'approve' ? await approve(trx, head, staff, now) : 0
    // A correction that is sent back is not counted again: who asked for it asks anew.
    const state = command === 'return' && head.kind === 'adjust' ? 'cancelled' : to
    await setState(trx, id, state, staff, reason === '' ? null : reason, now)
    const { lines, differing, more, less } = head
    const after = { state, lines, differing, more, less, posted, ...(reason && { reason }) }
    await writeAudit(trx, staff, { action: `count.${command}`, subject: `stock_count:${id}`, before: { state: head.state }, after }, now)
    return { state, posted }
  })
}

export async function askAdjustment(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: { batch_id: number; number: number; reason: string },
  now: Date,
): Promise<{ id: number; no: string }> {
  const reason = body.reason.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  return transact(db, async (trx) => {
    const [batch] = await batchesById(trx, [body.batch_id])
    if (batch === undefined) throw notFound('批号')
    if (body.number === batch.available + batch.reserved) throw fieldErrors([{ field: 'number', message: '与账面相同，不用调整' }])
    if (body.number < batch.reserved)
      throw fieldErrors([{ field: 'number', message: `订单占用 ${batch.reserved}，不能调到 ${body.number}；请先处理占用它的订单` }])
    const other = await otherCountOf(trx, batch.id, null)
    if (other) throw conflict(`${batch.name} ${batch.batchNo} 在${other}里，还没有了结`)
    const title = `${batch.name} ${batch.batchNo}`
    const made = await insertCount(trx, { kind: 'adjust', warehouseId: batch.warehouseId, title, reason }, staff, dayOf(now), now)
    await enterCounted(trx, made.id, { batchId: batch.id, counted: body.number, note: '' }, staff, now)
    await setState(trx, made.id, 'submitted', staff, null, now)
    const before = { available: batch.available, reserved: batch.reserved }
    const after = { no: made.no, number: body.number, reason }
    await writeAudit(trx, staff, { action: 'stock.adjust', subject: `stock_batch:${batch.id}`, before, after }, now)
    return made
  })
}
