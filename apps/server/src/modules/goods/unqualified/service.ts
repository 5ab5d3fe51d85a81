import type { BodyOf, DataOf } from '#contract/call.ts'
import { UNQUALIFIED_STATES, UNQUALIFIED_WAYS } from '#contract/constants.ts'
import type { staffUnqualifiedDispose, staffUnqualifiedJudge, staffUnqualifiedReport, UnqualifiedState } from '#contract/unqualified.ts'
import { beijingDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { lockBatchIn, post } from '../stock/public.ts'
import { type Held, insertUnqualified, type Locked, lockBatchThere, lockUnqualified, setGone, setJudged } from './store.ts'

const dayOf = (now: Date) => beijingDate(now).replaceAll('-', '')

function wordsOf(typed: string): string {
  const reason = typed.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  requirePrintable({ reason })
  return reason
}

/** Found in the house: the batch is held by the same deed as any other hold, before anybody has judged. */
export async function report(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { batch_id: batchId, number, reason: typed }: BodyOf<typeof staffUnqualifiedReport>,
  now: Date,
): Promise<DataOf<typeof staffUnqualifiedReport>> {
  const reason = wordsOf(typed)
  return transact(db, async (trx) => {
    const { openOrders } = await lockBatchIn(
      trx,
      staff,
      batchId,
      { command: 'lock', reason: `不合格待判：${reason}`, everywhere: true },
      now,
    )
    const batch = await lockBatchThere(trx, batchId)
    if (batch === null) throw notFound('批号')
    const left = batch.there - batch.known
    if (number > left)
      throw fieldErrors([
        {
          field: 'number',
          message: `这个批号还有 ${batch.there} ${batch.unit}，其中 ${batch.known} 已登记不合格，最多再登记 ${Math.max(0, left)}`,
        },
      ])
    const held = { ...batch, source: 'storage' as const, batchId, intakeId: null, number, reason, finder: staff, judge: null }
    const made = await insertUnqualified(trx, held, dayOf(now), now)
    await writeAudit(
      trx,
      staff,
      {
        action: 'unqualified.report',
        subject: `unqualified:${made.id}`,
        before: null,
        after: { no: made.no, batch_no: batch.batchNo, number, reason },
      },
      now,
    )
    return { ...made, open_orders: openOrders }
  })
}

/** Refused at the door and kept: quality has judged it there. In the transaction of the acceptance. */
export async function keepRejected(
  connection: Connection,
  staff: StaffActor,
  list: readonly Omit<Held, 'source' | 'batchId'>[],
  now: Date,
): Promise<void> {
  for (const one of list) {
    const made = await insertUnqualified(connection, { ...one, source: 'acceptance', batchId: null }, dayOf(now), now)
    const after = { no: made.no, batch_no: one.batchNo, number: one.number, reason: one.reason, state: 'bad' }
    await writeAudit(connection, staff, { action: 'unqualified.report', subject: `unqualified:${made.id}`, before: null, after }, now)
  }
}

async function lockIn(connection: Connection, id: number, state: UnqualifiedState, deed: string): Promise<Locked> {
  const one = await lockUnqualified(connection, id)
  if (one === null) throw notFound('不合格药品')
  if (one.state !== state) throw conflict(`${one.no} ${UNQUALIFIED_STATES[one.state]}，不能${deed}`)
  return one
}

/** Who found it does not judge it. Judged fit, the batch stays held: letting it go is a deed of its own, by two. */
export async function judge(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { verdict, reason: typed }: BodyOf<typeof staffUnqualifiedJudge>,
  now: Date,
): Promise<DataOf<typeof staffUnqualifiedJudge>> {
  const reason = wordsOf(typed)
  return transact(db, async (trx) => {
    const one = await lockIn(trx, id, 'found', '判定')
    if (one.foundBy === staff.accountId) throw conflict('这是您登记的，须由质量部门的另一人判定')
    await setJudged(trx, id, verdict, staff, reason, now)
    await writeAudit(
      trx,
      staff,
      { action: 'unqualified.judge', subject: `unqualified:${id}`, before: { state: one.state }, after: { state: verdict, reason } },
      now,
    )
    return { state: verdict }
  })
}

type DisposeWish = BodyOf<typeof staffUnqualifiedDispose>

export const lockBad = (connection: Connection, id: number): Promise<Locked> => lockIn(connection, id, 'bad', '处置')

/** What lay in stock leaves it by a movement that names this paper; what orders hold cannot go. */
export async function dispose(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { way, reason: typed }: DisposeWish,
  now: Date,
): Promise<DataOf<typeof staffUnqualifiedDispose>> {
  const reason = wordsOf(typed)
  return transact(db, async (trx) => {
    const one = await lockBad(trx, id)
    const { no, batchId, number, available } = one
    if (batchId !== null) {
      if (available !== null && available < number)
        throw conflict(
          `批号 ${one.batchNo} 可用只有 ${available}，其余为订单占用；请先为这些订单换批号或取消，再处置 ${number} ${one.unit}`,
        )
      const by = { kind: way === 'destroy' ? ('destroy' as const) : ('return_out' as const), documentNo: no, actor: staff.name, reason }
      await post(trx, [one.goodsId], [{ batchId, number: -number }], by, now)
    }
    await setGone(trx, id, way, staff, reason, now)
    await writeAudit(
      trx,
      staff,
      {
        action: 'unqualified.dispose',
        subject: `unqualified:${id}`,
        before: { state: one.state },
        after: { state: 'gone', way: UNQUALIFIED_WAYS[way], number, reason },
      },
      now,
    )
    return { state: 'gone' }
  })
}
