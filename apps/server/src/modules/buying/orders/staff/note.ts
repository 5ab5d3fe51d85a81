import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffOrderNote } from '#contract/staff-orders.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { insertLog, lockOrder } from '../store.ts'
import { insertNote } from './store.ts'

/** What the buyer is told stands in the order's log, which he reads; everything else stays in the house. */
export async function noteByStaff(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { kind, text: given }: BodyOf<typeof staffOrderNote>,
  now: Date,
): Promise<DataOf<typeof staffOrderNote>> {
  const text = given.trim()
  if (text.length < 2) throw fieldErrors([{ field: 'text', message: '请写明备注（至少 2 个字）' }])
  await transact(db, async (trx) => {
    const order = await lockOrder(trx, id, null)
    if (order === null) throw notFound('订单')
    if (kind === 'short' && order.status !== 'paid' && order.status !== 'picking') throw conflict('订单不在仓库，不能报缺')
    if (kind === 'buyer') await insertLog(trx, { orderId: id, actor: staff.name, event: 'note', text: `留言：${text}` }, now)
    else await insertNote(trx, { orderId: id, kind, staff, text }, now)
    await writeAudit(trx, staff, { action: 'order.note', subject: `order:${id}`, before: null, after: { kind, text } }, now)
  })
  return { at: now.toISOString() }
}
