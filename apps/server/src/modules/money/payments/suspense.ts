import { Type } from 'typebox'
import type { BodyOf } from '#contract/call.ts'
import type { staffSuspenseDecide } from '#contract/finance.ts'
import { suspenseArrived, suspenseMatched, suspenseReturned } from '#domain/ledger-apart.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { insertLog, lockOrder, type OrderRow } from '../../buying/orders/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { post } from '../wallet/public.ts'
import type { PaymentDeps } from './deps.ts'
import { askAgainAt } from './on-its-way.ts'
import type { PaymentRow } from './store.ts'
import {
  companyNameOf,
  findSuspense,
  insertSuspense,
  lockSuspense,
  orderIdByNo,
  type SuspenseReason,
  type SuspenseRow,
  type SuspenseStatus,
  setSuspense,
} from './suspense-store.ts'

export const suspenseReturn = defineTask('payments.return_suspense', Type.Object({ no: Type.String({ minLength: 1 }) }))

/** Money that a channel says has arrived. */
export interface Arrival {
  channel: string
  paymentNo: string
  gatewayNo: string | null
  amount: Fen
  /** Who paid, as the channel tells it; '' where it does not. */
  payer: string
}

/**
 * Money that a gateway vouches for and that pays nothing as it is stands in suspense: booked at once, decided by finance. The
 * gateway's own number is the money's name, so it is booked once however often it is told.
 */
export async function suspend(
  connection: Connection,
  arrival: Arrival,
  reason: SuspenseReason,
  payment: PaymentRow | null,
  now: Date,
): Promise<boolean> {
  const { channel, paymentNo, gatewayNo, amount, payer } = arrival
  if (gatewayNo === null || amount <= 0) return false
  const companyId = payment?.companyId ?? null
  const made = { channel, paymentNo, gatewayNo, amount, payer, reason, paymentId: payment?.id ?? null, companyId }
  const row = await insertSuspense(connection, made, now)
  if (row === null) return false
  await post(connection, suspenseArrived({ key: `suspense:${row.no}`, companyId, channel, amount, memo: `待查款项 ${row.no}` }), now)
  return true
}

/** The buyer reads on the order why money that was paid does not count. */
export async function tellOfSuspense(connection: Connection, order: OrderRow, amount: Fen, now: Date): Promise<void> {
  const text = `收到 ¥${yuan(amount)}，与应付 ¥${yuan(order.payableAmount)} 不符，订单尚未付款；该款项由财务核对后退回或转入余额`
  await insertLog(connection, { orderId: order.id, actor: '系统', event: 'suspense', text }, now)
}

/** The order is paid; this is beside it. */
export async function tellOfSecond(connection: Connection, order: OrderRow, amount: Fen, now: Date): Promise<void> {
  const text = `又收到 ¥${yuan(amount)}，订单此前已付款；该款项由财务核对后退回或转入余额`
  await insertLog(connection, { orderId: order.id, actor: '系统', event: 'suspense', text }, now)
}

export type SuspenseCommand = 'match' | 'return' | 'sent'
export type SuspenseWish = BodyOf<typeof staffSuspenseDecide>

const AFTER: Readonly<Record<SuspenseCommand, readonly SuspenseStatus[]>> = {
  match: ['matched'],
  return: ['returning', 'returned'],
  sent: ['returned'],
}
const STATUS_NAMES: Readonly<Record<SuspenseStatus, string>> = {
  open: '待处理',
  matched: '已入账',
  returning: '退回中',
  returned: '已退回',
}
export const suspenseStatusName = (status: SuspenseStatus): string => STATUS_NAMES[status]

/** Pays an order from its company's balance, in the caller's transaction; given, so that the two do not import each other. */
export type PayFromBalance = (connection: Connection, order: OrderRow, now: Date) => Promise<void>

/** Staff decide. Asked again, the same decision is a replay; another one is refused. */
export async function decideSuspense(
  deps: PaymentDeps,
  staff: StaffActor,
  no: string,
  command: SuspenseCommand,
  wish: SuspenseWish,
  payFromBalance: PayFromBalance,
  now: Date,
): Promise<SuspenseStatus> {
  const note = wish.reason.trim()
  if (note === '') throw fieldErrors([{ field: 'reason', message: '请填写处理原因' }])
  return transact(deps.database.db, async (trx) => {
    const order = command === 'match' ? await namedOrder(trx, wish.order_no ?? '') : null
    const row = await lockSuspense(trx, no)
    if (row === null) throw notFound('待查款项')
    if (AFTER[command].includes(row.status)) return row.status
    if (row.status !== 'open') throw conflict(`该款项${STATUS_NAMES[row.status]}，不能再处理`)
    if (command === 'return' && row.channel === 'bank') throw conflict('对公来账没有渠道可以退回，请汇款退回后登记已汇回')
    const decided = { trx, row, note, by: staff.name, now }
    const after =
      command === 'match'
        ? await match(decided, order, wish.company_id ?? null, payFromBalance)
        : await giveBack(decided, deps, command === 'sent')
    await writeAudit(
      trx,
      staff,
      {
        action: `suspense.${command}`,
        subject: `suspense:${no}`,
        before: { status: row.status, amount: yuan(row.amount) },
        after: { ...after, reason: note },
      },
      now,
    )
    return after.status
  })
}

interface Deciding {
  trx: Connection
  row: SuspenseRow
  note: string
  by: string
  now: Date
}

async function namedOrder(trx: Connection, no: string): Promise<OrderRow | null> {
  if (no === '') return null
  const id = await orderIdByNo(trx, no)
  const order = id === null ? null : await lockOrder(trx, id, null)
  if (order === null) throw fieldErrors([{ field: 'order_no', message: '没有这个订单号' }])
  return order
}

/** One wrong figure in an order's number must not give one buyer's money to another: whoever means that says so by name. */
function namedCompany(row: SuspenseRow, order: OrderRow | null, named: number | null): number | null {
  if (order === null) return named ?? row.companyId
  if (named !== null && named !== order.companyId) throw fieldErrors([{ field: 'order_no', message: '该订单不是所填企业的' }])
  if (named === null && row.companyId !== null && row.companyId !== order.companyId)
    throw fieldErrors([{ field: 'company_id', message: '款项属于另一家企业；确要用于该订单，请填写订单的企业' }])
  return order.companyId
}

/** To the balance of a company; and from it to an order, where one is named. */
async function match({ trx, row, note, by, now }: Deciding, order: OrderRow | null, named: number | null, pay: PayFromBalance) {
  const companyId = namedCompany(row, order, named)
  if (companyId === null) throw fieldErrors([{ field: 'company_id', message: '请填写款项属于哪家企业，或订单号' }])
  if ((await companyNameOf(trx, companyId)) === null) throw fieldErrors([{ field: 'company_id', message: '没有这家企业' }])
  const memo = `待查款项 ${row.no} 转入余额`
  await post(trx, suspenseMatched({ key: `suspense_match:${row.no}`, companyId, amount: row.amount, memo }), now)
  await setSuspense(trx, row.id, { to: 'matched', companyId, orderId: order?.id ?? null, note, by }, now)
  if (order !== null) await pay(trx, order, now)
  const rest = order === null ? '' : `，并支付订单 ${order.no}`
  const text = `收到的 ¥${yuan(row.amount)} 已核对，转入您的余额${rest}。`
  await tell(trx, { companyId, kind: 'order', title: '款项已入账', text, url: '/yegl', key: `suspense:${row.no}` }, now)
  return { status: 'matched' as const, company_id: companyId, order_id: order?.id ?? null }
}

/** Through the gateway by a job; or finance has sent it by a transfer. */
async function giveBack({ trx, row, note, by, now }: Deciding, deps: PaymentDeps, byHand: boolean) {
  const { no } = row
  if (byHand) {
    await finish(trx, row, 'bank', now)
    await setSuspense(trx, row.id, { to: 'returned', note, by }, now)
    return { status: 'returned' as const, by: 'bank' }
  }
  await setSuspense(trx, row.id, { to: 'returning', note, by }, now)
  await deps.jobs.enqueue(trx, suspenseReturn, { no }, { key: `return_suspense:${no}` })
  return { status: 'returning' as const, by: row.channel }
}

const finish = (trx: Connection, { no, companyId, amount }: SuspenseRow, channel: string, now: Date) =>
  post(trx, suspenseReturned({ key: `suspense_back:${no}`, companyId, channel, amount, memo: `待查款项 ${no} 退回` }), now)

/** Nothing has left the house: the money waits for another decision, and says why. */
async function waitAgain(trx: Connection, no: string, gateway: string, reason: string, now: Date): Promise<void> {
  const locked = await lockSuspense(trx, no)
  if (locked?.status === 'returning')
    await setSuspense(trx, locked.id, { to: 'open', note: `${gateway}拒绝退回（${reason}），请汇款退回或转入余额`, by: gateway }, now)
}

/** The task 'payments.return_suspense': asks the gateway outside any transaction, then writes what came of it. Safe to run twice. */
export async function returnSuspense(deps: PaymentDeps, no: string, now: Date): Promise<void> {
  const row = await findSuspense(deps.database.db, no)
  if (row === null || row.status !== 'returning') return
  const provider = deps.providers.find((one) => one.channel === row.channel)
  if (!provider) throw new Error(`no provider is configured for channel ${row.channel}`)
  const outcome = await provider.refund(
    { paymentNo: row.paymentNo, gatewayNo: row.gatewayNo, refundNo: `R${no}`, paid: row.amount, amount: row.amount, reason: '款项退回' },
    now,
  )
  await transact(deps.database.db, async (trx) => {
    if (outcome.status === 'processing')
      return deps.jobs.enqueue(trx, suspenseReturn, { no }, { key: `return_suspense:${no}`, runAt: askAgainAt(now) })
    if (outcome.status !== 'done') return waitAgain(trx, no, provider.name, outcome.reason, now)
    const locked = await lockSuspense(trx, no)
    if (locked?.status !== 'returning') return
    await finish(trx, locked, locked.channel, now)
    await setSuspense(trx, locked.id, { to: 'returned', by: provider.name }, now)
  })
}
