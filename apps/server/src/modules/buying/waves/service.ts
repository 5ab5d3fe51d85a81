import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffWaveDissolve, staffWaveForm, staffWaveGive, staffWaveLeave, staffWaveStart, staffWaveTake } from '#contract/waves.ts'
import { beijingDate } from '#domain/dates.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type OrderDeps, orderByStaff } from '../orders/public.ts'
import { type SheetPiece, sheetPieces } from './sheet-views.ts'
import {
  addOrders,
  addTaken,
  type Candidate,
  insertWave,
  leaveOrders,
  lockCandidates,
  lockWave,
  setDissolved,
  setPicker,
  setStarted,
} from './store.ts'
import { findWave, pickers, stateOf, type WaveRow, waveMembers } from './views.ts'

/** 波次: orders that are picked in one walk. What is asked of an order is asked of it here as anywhere; a wave only brings them together. */

const GONE = '订单不存在，或不在您的查看范围'

function whyNot(order: Candidate | undefined, warehouseId: number): string {
  if (order === undefined) return GONE
  if (order.wave !== '') return `已在波次 ${order.wave}`
  if (order.isHeld) return '订单已暂停'
  if (order.status !== 'paid') return `订单${STATUS_NAMES[order.status]}，不能进波次`
  return order.warehouseId === warehouseId ? '' : '发货仓与其他订单不同'
}

/** Whom it is given to works here and may pick. */
async function mustPick(connection: Connection, pickerId: number | null): Promise<string> {
  if (pickerId === null) return ''
  const found = (await pickers(connection)).find(({ id }) => id === pickerId)
  if (found === undefined) throw fieldErrors([{ field: 'picker_id', message: '没有这位同事，或他不能拣货' }])
  return found.name
}

export async function formWave(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { ids, picker_id: pickerId = null, remark: said = '' }: BodyOf<typeof staffWaveForm>,
  now: Date,
): Promise<DataOf<typeof staffWaveForm>> {
  const remark = said.trim()
  return transact(db, async (trx) => {
    const picker = await mustPick(trx, pickerId)
    const candidates = await lockCandidates(trx, ids)
    const warehouseId = ids.map((id) => candidates.get(id)).find((one) => one && whyNot(one, one.warehouseId) === '')?.warehouseId ?? 0
    const weighed = ids.map((id) => ({ id, order: candidates.get(id), message: whyNot(candidates.get(id), warehouseId) }))
    const joining = weighed.flatMap(({ id, order, message }) => (order && message === '' ? [{ id, no: order.no }] : []))
    const leftOut = weighed.flatMap(({ id, order, message }) => (message === '' ? [] : [{ no: order?.no ?? String(id), message }]))
    if (joining.length === 0) throw conflict(`没有一张能进波次：${leftOut[0]?.message ?? ''}`)
    const made = await insertWave(trx, { warehouseId, pickerId, remark }, staff, beijingDate(now).replaceAll('-', ''), now)
    await addOrders(
      trx,
      made.id,
      joining.map(({ id }) => id),
    )
    const after = { no: made.no, orders: joining.map(({ no }) => no), ...(picker && { picker }), ...(remark && { remark }) }
    await writeAudit(trx, staff, { action: 'wave.form', subject: `wave:${made.id}`, before: null, after }, now)
    return { ...made, orders: joining.length, left_out: leftOut }
  })
}

async function lockOpen(trx: Connection, id: number): Promise<WaveRow> {
  await lockWave(trx, id)
  const wave = await findWave(trx, id)
  if (wave === null) throw notFound('波次')
  if (wave.dissolvedAt !== null) throw conflict(`波次 ${wave.no} 已解散`)
  return wave
}

/** Each order by itself, with every gate of its own: one that may not be picked is held, and holds up none of the others. */
export async function startWave(deps: OrderDeps, staff: StaffActor, id: number, now: Date): Promise<DataOf<typeof staffWaveStart>> {
  const unbegun = await transact(deps.database.db, async (trx) => {
    const wave = await lockOpen(trx, id)
    if (wave.pickerId !== null && wave.pickerId !== staff.accountId) throw conflict(`波次 ${wave.no} 交给了${wave.picker}，请先换拣货人`)
    const open = (await waveMembers(trx, id)).filter(({ isTodo, status }) => isTodo && status === 'paid')
    if (open.length === 0) throw conflict(`波次 ${wave.no} 没有等着开始的订单`)
    if (wave.startedAt === null) {
      await setStarted(trx, id, staff.accountId, now)
      const after = { no: wave.no, orders: open.map(({ no }) => no) }
      await writeAudit(trx, staff, { action: 'wave.start', subject: `wave:${id}`, before: { state: stateOf(wave) }, after }, now)
    }
    return open
  })
  const refused: { no: string; message: string }[] = []
  for (const order of unbegun) {
    try {
      await orderByStaff(deps, staff, order.id, { type: 'pick' }, now)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      refused.push({ no: order.no, message: error.message })
    }
  }
  return { begun: unbegun.length - refused.length, refused }
}

export async function giveWave(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { picker_id: pickerId = null, version }: BodyOf<typeof staffWaveGive>,
  now: Date,
): Promise<DataOf<typeof staffWaveGive>> {
  return transact(db, async (trx) => {
    const wave = await lockOpen(trx, id)
    if (wave.version !== version) throw changedMeanwhile(wave.version, [{ field: 'picker_id', theirs: wave.picker || '谁来拣都可以' }])
    const picker = await mustPick(trx, pickerId)
    await setPicker(trx, id, pickerId)
    const change = { before: { picker: wave.picker }, after: { no: wave.no, picker } }
    await writeAudit(trx, staff, { action: 'wave.give', subject: `wave:${id}`, ...change }, now)
    return { version: wave.version + 1 }
  })
}

type Line = BodyOf<typeof staffWaveTake>['lines'][number]

function deltaOf({ batch_id: batchId, from, number }: Line, pieces: ReadonlyMap<number, SheetPiece>) {
  const piece = pieces.get(batchId)
  if (piece === undefined) throw conflict('波次的拣货单已经变了，没有这个批号，请看过再记')
  const name = `${piece.name} ${piece.batchNo}`
  if (piece.taken !== from) throw conflict(`${name} 刚刚由别人记为 ${piece.taken} ${piece.unit}，请看过再记`)
  if (number > from && number > piece.number) throw conflict(`${name} 只要 ${piece.number} ${piece.unit}`)
  if (number > from && piece.isLocked) throw conflict(`${name} 已被质量锁定，请到订单里换批号`)
  return { batchId, number: number - from, said: { batch: name, from, to: number } }
}

export async function takeInWave(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { lines }: BodyOf<typeof staffWaveTake>,
  now: Date,
): Promise<DataOf<typeof staffWaveTake>> {
  if (new Set(lines.map((one) => one.batch_id)).size < lines.length) throw fieldErrors([{ field: 'lines', message: '同一批号列了两次' }])
  return transact(db, async (trx) => {
    const wave = await lockOpen(trx, id)
    if (wave.startedAt === null) throw conflict(`波次 ${wave.no} 还没有开始拣货`)
    const counted = (await waveMembers(trx, id)).filter(({ isCounted }) => isCounted)
    const pieces = new Map((await sheetPieces(trx, counted, id)).map((one) => [one.batchId, one]))
    const deltas = lines.map((line) => deltaOf(line, pieces)).filter(({ number }) => number !== 0)
    if (deltas.length > 0) {
      await addTaken(trx, id, deltas, staff.accountId, now)
      const after = { no: wave.no, lines: deltas.map(({ said }) => said) }
      await writeAudit(trx, staff, { action: 'wave.take', subject: `wave:${id}`, before: null, after }, now)
    }
    const { linesTaken, lines: all } = (await findWave(trx, id)) ?? wave
    return { lines_taken: linesTaken, lines: all }
  })
}

/** Begun or not: it goes on by itself, as an order that was never in a wave. */
export async function leaveWave(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { order_id: orderId, reason }: BodyOf<typeof staffWaveLeave>,
  now: Date,
): Promise<DataOf<typeof staffWaveLeave>> {
  return transact(db, async (trx) => {
    const wave = await lockOpen(trx, id)
    const order = (await waveMembers(trx, id)).find((one) => one.id === orderId && !one.hasLeft)
    if (order === undefined) throw conflict('订单不在这个波次里')
    if (!order.isTodo && !order.isHeld) throw conflict(`订单 ${order.no} 已${order.status === 'cancelled' ? '取消' : '拣完'}，不用移出`)
    await leaveOrders(trx, id, [orderId], reason.trim(), now)
    const after = { no: wave.no, order: order.no, reason: reason.trim() }
    await writeAudit(trx, staff, { action: 'wave.leave', subject: `wave:${id}`, before: null, after }, now)
    return { orders: wave.orders - 1 }
  })
}

export async function dissolveWave(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { reason, version }: BodyOf<typeof staffWaveDissolve>,
  now: Date,
): Promise<DataOf<typeof staffWaveDissolve>> {
  return transact(db, async (trx) => {
    const wave = await lockOpen(trx, id)
    if (wave.version !== version) throw changedMeanwhile(wave.version, [{ field: 'picker_id', theirs: wave.picker || '谁来拣都可以' }])
    if (stateOf(wave) === 'done' && wave.held === 0) throw conflict(`波次 ${wave.no} 已拣完，不用解散`)
    const leaving = (await waveMembers(trx, id)).filter((one) => one.isTodo || (!one.hasLeft && one.isHeld))
    await leaveOrders(
      trx,
      id,
      leaving.map((one) => one.id),
      reason.trim(),
      now,
    )
    await setDissolved(trx, id, now)
    const after = { no: wave.no, orders: leaving.map(({ no }) => no), reason: reason.trim() }
    await writeAudit(trx, staff, { action: 'wave.dissolve', subject: `wave:${id}`, before: { state: stateOf(wave) }, after }, now)
    return { left: leaving.length }
  })
}
