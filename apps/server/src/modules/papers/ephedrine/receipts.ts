import { addDays, beijingDate, type TradeDate } from '#domain/dates.ts'
import { decideReceipt, RECEIPT_REMINDERS, type ReceiptCommand, receiptDueOn, receiptReminder } from '#domain/ephedrine.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type News, tell, tellMany } from '../../talking/messages/public.ts'
import { claimFiles, dropFiles } from '../../who/files/public.ts'
import { dropOwedReceipt, hasKept, insertReceipt, lockReceipt, owedUntil, type ReceiptRow, saveReceipt } from './store.ts'

export const receiptSubject = (orderId: number) => `receipt:${orderId}`

interface ReceiptedOrder {
  id: number
  no: string
  companyId: number
}

/** An ephedrine order was received: from now on its receipt is owed, unless none of it ever came. In the transaction that says so. */
export async function openReceipt(connection: Connection, order: ReceiptedOrder, now: Date): Promise<void> {
  if (!(await hasKept(connection, order.id))) return
  const dueOn = receiptDueOn(now)
  await insertReceipt(connection, { orderId: order.id, companyId: order.companyId, dueOn }, now)
  await tell(
    connection,
    {
      companyId: order.companyId,
      kind: 'order',
      title: '请上传含麻回执',
      text: `订单 ${order.no} 含特殊药品复方制剂，请在 ${dueOn} 前下载回执单，盖章后上传。逾期将暂停含麻商品的采购。`,
      url: '/hmdd',
      key: `receipt:${order.id}:open`,
    },
    now,
  )
}

/**
 * Something of the order was accepted as missing, or came back. Once nothing of it is left with the buyer there is nothing that a
 * receipt could truly say, and none is owed. In the transaction of the refund.
 */
export async function releaseReceipt(connection: Connection, order: ReceiptedOrder, now: Date): Promise<void> {
  if (await hasKept(connection, order.id)) return
  if (!(await dropOwedReceipt(connection, order.id))) return
  const { companyId, id, no } = order
  const text = `订单 ${no} 的商品已全部退回或确认未收到，不需要再上传回执。`
  await tell(connection, { companyId, kind: 'order', title: '含麻回执无需上传', text, url: '/hmdd', key: `receipt:${id}:none` }, now)
}

function decided(receipt: ReceiptRow, command: ReceiptCommand, today: TradeDate) {
  const decision = decideReceipt(receipt, command, today)
  if (decision.kind === 'refuse') throw conflict(decision.message)
  return decision
}

/** The stamped form, anew as often as it takes until it is passed. */
export async function submitReceipt(
  database: DatabaseHandle,
  companyId: number,
  orderId: number,
  fileIds: readonly number[],
  now: Date,
): Promise<void> {
  await transact(database.db, async (trx) => {
    const receipt = await lockReceipt(trx, orderId, companyId)
    if (receipt === null) throw notFound('含麻回执')
    const decision = decided(receipt, { type: 'submit' }, beijingDate(now))
    if (decision.kind === 'replay') return
    const subject = receiptSubject(orderId)
    await claimFiles(trx, { companyId, ids: fileIds, purpose: 'receipt', subject, field: 'file_ids' })
    await dropFiles(trx, subject, fileIds, now)
    await saveReceipt(trx, orderId, { state: decision.to, dueOn: decision.dueOn, reason: '', by: null }, now)
  })
}

/** Staff looked at the papers; seenAt: those that were handed in then. On record, and told to the buyer. */
export async function reviewReceipt(
  database: DatabaseHandle,
  staff: StaffActor,
  orderId: number,
  command: ({ type: 'pass' } | { type: 'reject'; reason: string }) & { seenAt?: string | undefined },
  now: Date,
) {
  if (command.type === 'reject' && command.reason === '') throw fieldErrors([{ field: 'reason', message: '请填写驳回原因' }])
  return transact(database.db, async (trx) => {
    const receipt = await lockReceipt(trx, orderId, null)
    if (receipt === null) throw notFound('含麻回执')
    const decision = decided(receipt, command, beijingDate(now))
    if (decision.kind === 'replay') return receipt.state
    // The buyer may replace what waits: nobody passes a paper that he has not seen.
    if (command.seenAt !== undefined && command.seenAt !== receipt.submittedAt?.toISOString())
      throw conflict('企业在您打开之后重新上传了回执，请按新的文件审核', { reason: 'RECEIPT_CHANGED' })
    const reason = command.type === 'reject' ? command.reason : ''
    await saveReceipt(trx, orderId, { state: decision.to, dueOn: decision.dueOn, reason, by: staff.name }, now)
    await writeAudit(
      trx,
      staff,
      {
        action: `receipt.${command.type}`,
        subject: `order:${orderId}`,
        before: { state: receipt.state, due_on: receipt.dueOn },
        after: { state: decision.to, due_on: decision.dueOn, reason },
      },
      now,
    )
    await tell(trx, reviewNews(receipt, decision, reason, now), now)
    return decision.to
  })
}

function reviewNews({ companyId, orderId }: ReceiptRow, { to, dueOn }: { to: string; dueOn: TradeDate }, reason: string, now: Date): News {
  const passed = to === 'passed'
  return {
    companyId,
    kind: 'order',
    title: passed ? '含麻回执已通过审核' : '含麻回执被驳回',
    text: passed ? '感谢您的配合，该订单的回执已归档。' : `驳回原因：${reason}。请在 ${dueOn} 前重新上传。`,
    url: '/hmdd',
    key: `receipt:${orderId}:${to}:${now.toISOString()}`,
  }
}

const AT_ONCE = 200

/** Daily: three days and one day before a receipt is due, and when it is overdue; each told once, whenever the job runs. */
export async function remindOfReceipts(database: DatabaseHandle, now: Date): Promise<void> {
  const today = beijingDate(now)
  const until = addDays(today, Math.max(...RECEIPT_REMINDERS))
  const failures = collectFailures()
  for (let after = 0; ; ) {
    const owed = await owedUntil(database.db, until, after, AT_ONCE)
    const last = owed.at(-1)
    if (last === undefined) break
    const news = owed.flatMap(({ orderId, companyId, dueOn, no }): News[] => {
      const reminder = receiptReminder(dueOn, today)
      if (reminder === null) return []
      const text = `订单 ${no} 的盖章回执应在 ${dueOn} 前上传。${dueOn < today ? '上传后即可继续采购含麻商品。' : '逾期将暂停含麻商品的采购。'}`
      return [{ companyId, kind: 'order', title: reminder.title, text, url: '/hmdd', key: `receipt:${orderId}:${reminder.stage}` }]
    })
    await failures.page(
      news,
      ({ companyId, key }) => `company:${companyId} ${key}`,
      (some) => transact(database.db, (trx) => tellMany(trx, some, now)),
    )
    after = last.orderId
  }
  failures.report()
}
