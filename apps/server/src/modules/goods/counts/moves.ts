import type { BodyOf } from '#contract/call.ts'
import { MOVE_STATES } from '#contract/constants.ts'
import type { MoveState, MoveWire, staffMoveAdd } from '#contract/counts.ts'
import { beijingDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { landBatches, openWarehouse, post, refreshGoodsStock } from '../stock/public.ts'
import { closeMove, heldWhereSent, insertMove, insertMoveLines, lockMove, type MoveRow, onTheWay } from './move-store.ts'
import { batchesById } from './store.ts'

/** 调拨: what leaves one warehouse is on its way until the other has it; on the way nobody can buy it. */

type Asked = BodyOf<typeof staffMoveAdd>

/** Behind the lock of the goods' places: nothing changes between what is said here and what is done. */
async function refuse(connection: Connection, { from_id: fromId, lines }: Asked): Promise<void> {
  const batches = new Map(
    (
      await batchesById(
        connection,
        lines.map(({ batch_id }) => batch_id),
      )
    ).map((one) => [one.id, one]),
  )
  const errors: FieldError[] = []
  const seen = new Set<number>()
  for (const [at, { batch_id: id, number }] of lines.entries()) {
    const batch = batches.get(id)
    const say = (field: string, message: string) => errors.push({ field: `lines.${at}.${field}`, message })
    if (batch === undefined || batch.warehouseId !== fromId) say('batch_id', '调出仓没有这个批号')
    else if (seen.has(id)) say('batch_id', `${batch.name} ${batch.batchNo} 列了两次`)
    else if (batch.isLocked) say('batch_id', `${batch.name} ${batch.batchNo} 已锁定，不能调拨`)
    else if (batch.available < number)
      say(
        'number',
        `${batch.name} ${batch.batchNo} 可用只有 ${batch.available}${batch.reserved > 0 ? `（另有 ${batch.reserved} 被订单占用）` : ''}`,
      )
    seen.add(id)
  }
  if (errors.length > 0) throw fieldErrors(errors.slice(0, 30))
}

export async function sendMove({ db }: DatabaseHandle, staff: StaffActor, body: Asked, now: Date): Promise<{ id: number; no: string }> {
  if (body.from_id === body.to_id) throw fieldErrors([{ field: 'to_id', message: '调入仓与调出仓相同' }])
  return transact(db, async (trx) => {
    const [from, to] = body.from_id < body.to_id ? (['from_id', 'to_id'] as const) : (['to_id', 'from_id'] as const)
    for (const field of [from, to]) await openWarehouse(trx, body[field], field)
    const goodsIds = [
      ...new Set(
        (
          await batchesById(
            trx,
            body.lines.map(({ batch_id }) => batch_id),
          )
        ).map(({ goodsId }) => goodsId),
      ),
    ]
    const remark = body.remark?.trim() ?? ''
    const made = await insertMove(trx, { fromId: body.from_id, toId: body.to_id, remark }, staff, beijingDate(now).replaceAll('-', ''), now)
    const by = { kind: 'move_out', documentNo: made.no, actor: staff.name, reason: remark } as const
    await refreshGoodsStock(trx, goodsIds, now)
    await refuse(trx, body)
    const lines = body.lines.map(({ batch_id: batchId, number }) => ({ batchId, number }))
    await insertMoveLines(trx, made.id, lines)
    await post(
      trx,
      goodsIds,
      lines.map(({ batchId, number }) => ({ batchId, number: -number })),
      by,
      now,
    )
    const after = { no: made.no, from_id: body.from_id, to_id: body.to_id, lines }
    await writeAudit(trx, staff, { action: 'move.send', subject: `stock_move:${made.id}`, before: null, after }, now)
    return made
  })
}

export async function decideMove(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { command, reason }: { command: 'arrive' | 'cancel'; reason: string },
  now: Date,
): Promise<MoveState> {
  return transact(db, async (trx) => {
    const move = await lockMove(trx, id)
    if (move === null) throw notFound('调拨单')
    if (move.state !== 'sent') throw conflict(`调拨单 ${move.no} ${MOVE_STATES[move.state]}，不能再处理`)
    const lines = await onTheWay(trx, id)
    const state: MoveState = command === 'arrive' ? 'arrived' : 'cancelled'
    const back = {
      kind: 'move_in',
      documentNo: move.no,
      actor: staff.name,
      reason: command === 'arrive' ? move.remark : `撤回 ${reason}`.trim(),
    } as const
    let arrived: { batchId: number; toId: number }[] = []
    if (command === 'arrive') {
      await openWarehouse(trx, move.toId, 'id')
      const { batchIds } = await landBatches(trx, staff, move.toId, lines, back, now)
      arrived = lines.map(({ batchId }, at) => ({ batchId, toId: batchIds[at] ?? 0 }))
      const [held] = await heldWhereSent(trx, arrived)
      // What quality doubts since it left would be sold among what it does not doubt.
      if (held)
        throw conflict(`${held.name} ${held.batchNo} 在发出仓已锁定（${held.reason}），不能混进可卖的同一批号：请撤回，或由质量部门处理`)
    } else await post(trx, [...new Set(lines.map(({ goodsId }) => goodsId))], lines, back, now)
    await closeMove(trx, id, { state, by: staff, arrived }, now)
    const after = { state, ...(reason && { reason }) }
    await writeAudit(trx, staff, { action: `move.${command}`, subject: `stock_move:${id}`, before: { state: move.state }, after }, now)
    return state
  })
}

export const moveWire = (row: MoveRow): MoveWire => ({
  id: row.id,
  no: row.no,
  from: row.from,
  to: row.to,
  remark: row.remark,
  state: row.state,
  state_name: MOVE_STATES[row.state],
  sender: row.sender,
  sent_at: row.sentAt.toISOString(),
  decider: row.decider,
  decided_at: row.decidedAt?.toISOString() ?? null,
  number: row.lines.reduce((sum, { number }) => sum + number, 0),
  lines: row.lines,
})
