import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { staffTransferProofs, TransferProofWire, transferInfo, transferSubmit } from '#contract/documents.ts'
import type { FileWire } from '#contract/files.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { claimFaults, maskedAccount, PROOF_HOURS, PROOF_MOST_DAYS, PROOF_REDO_HOURS } from '#domain/transfers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { extendPayBefore, findOrder, insertLog, lockOrder } from '../../buying/orders/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { claimFiles, dropFiles, filesOf, fileWire, type StoredFile } from '../../who/files/public.ts'
import { confirmTransferIn, type PaymentDeps, startPayment } from '../payments/public.ts'
import {
  findProof,
  latestProof,
  lockProof,
  orderedAt,
  type ProofRow,
  type ProofState,
  saveProof,
  setProofState,
  waitingProofOf,
  waitingProofs,
} from './store.ts'

/** Transfers from the company's bank account as buyers say them, with what the bank gave them, until finance has seen the money. */

type Buyer = Viewer & { company: ViewerCompany }

const HOUR_MS = 3_600_000
const STATE_NAMES: Readonly<Record<ProofState, string>> = {
  submitted: '已提交，等待财务核对',
  confirmed: '已到账',
  rejected: '已驳回',
  closed: '订单已取消',
}
const subjectOf = (proofId: number) => `transfer_proof:${proofId}`

const wireOf = (proof: ProofRow, files: readonly StoredFile[]): TransferProofWire => ({
  id: proof.id,
  state: proof.state,
  state_name: STATE_NAMES[proof.state],
  amount: yuan(proof.amount),
  paid_on: proof.paidOn,
  payer_name: proof.payerName,
  payer_account: maskedAccount(proof.payerAccount),
  remark: proof.remark,
  reason: proof.reason,
  created_at: proof.createdAt.toISOString(),
  reviewed_at: proof.reviewedAt?.toISOString() ?? null,
  files: files.map(fileWire),
})

async function currentProof(connection: Connection, companyId: number, orderId: number): Promise<TransferProofWire | null> {
  const proof = await latestProof(connection, companyId, orderId)
  if (proof === null) return null
  const subject = subjectOf(proof.id)
  return wireOf(proof, (await filesOf(connection, [subject])).get(subject) ?? [])
}

export async function transferInfoOf({ database }: PaymentDeps, buyer: Buyer, orderId: number): Promise<DataOf<typeof transferInfo>> {
  const order = await findOrder(database.db, orderId, buyer.company.id)
  if (order === null) throw notFound('订单')
  return { payer_name: buyer.company.name, proof: await currentProof(database.db, buyer.company.id, orderId) }
}

/** Keeps the order open while finance looks; a cancelled or paid order takes no more claims. */
async function keepOpen(connection: Connection, orderId: number, hours: number, now: Date): Promise<void> {
  const last = (await orderedAt(connection, orderId)).getTime() + PROOF_MOST_DAYS * 24 * HOUR_MS
  await extendPayBefore(connection, orderId, new Date(Math.min(now.getTime() + hours * HOUR_MS, last)))
}

export async function submitTransfer(
  deps: PaymentDeps,
  buyer: Buyer,
  orderId: number,
  body: BodyOf<typeof transferSubmit>,
  now: Date,
): Promise<TransferProofWire> {
  const { company } = buyer
  const { db } = deps.database
  // Refuses where a transfer is not open: paid, cancelled, too late, no account.
  const payment = await startPayment(deps, { accountId: buyer.accountId, companyId: company.id, name: buyer.name }, orderId, 'bank', now)
  await transact(db, async (trx) => {
    const order = await lockOrder(trx, orderId, company.id)
    if (order === null) throw notFound('订单')
    if (order.status !== 'pending_payment') throw conflict(order.status === 'cancelled' ? '订单已取消' : '订单已付款')
    const claim = {
      amount: fenFromYuan(body.amount),
      paidOn: body.paid_on,
      payerName: body.payer_name.trim(),
      payerAccount: body.payer_account.replace(/[\s-]/g, ''),
    }
    const facts = {
      payable: order.payableAmount,
      orderedAt: await orderedAt(trx, orderId),
      isEphedrine: order.isEphedrine,
      companyName: company.name,
    }
    const faults = claimFaults(claim, facts, now)
    if (faults.length > 0) throw fieldErrors(faults)
    const kept = { ...claim, companyId: company.id, amount: order.payableAmount, remark: body.remark?.trim() ?? '' }
    const proofId = await saveProof(trx, payment.payment_no, kept, now)
    const subject = subjectOf(proofId)
    await claimFiles(trx, { companyId: company.id, ids: body.file_ids, purpose: 'proof', subject, field: 'file_ids' })
    await dropFiles(trx, subject, body.file_ids, now)
    await keepOpen(trx, orderId, PROOF_HOURS, now)
    const text = `已提交对公转账凭证 ¥${yuan(order.payableAmount)}，等待财务核对`
    await insertLog(trx, { orderId, actor: buyer.name, event: 'transfer', text }, now)
  })
  const proof = await currentProof(db, company.id, orderId)
  if (proof === null) throw new Error(`the transfer of order ${orderId} was not kept`)
  return proof
}

/** What was sent with each, for whoever compares it with the bank's statement. */
export async function proofFiles(connection: Connection, ids: readonly number[]): Promise<{ id: number; files: FileWire[] }[]> {
  const files = await filesOf(connection, ids.map(subjectOf))
  return ids.map((id) => ({ id, files: (files.get(subjectOf(id)) ?? []).map(fileWire) }))
}

export async function waitingProofsOf(
  { database: { db } }: PaymentDeps,
  { page = 1, per_page: perPage = 40 }: QueryOf<typeof staffTransferProofs>,
): Promise<DataOf<typeof staffTransferProofs>> {
  const { rows, total } = await waitingProofs(db, (page - 1) * perPage, perPage)
  const files = await filesOf(
    db,
    rows.map((row) => subjectOf(row.id)),
  )
  const list = rows.map((row) => ({
    order_id: row.orderId ?? 0,
    order_no: row.orderNo,
    company: row.company,
    payable: yuan(row.payable),
    full_account: row.payerAccount,
    proof: wireOf(row, files.get(subjectOf(row.id)) ?? []),
  }))
  return { list, page, per_page: perPage, total }
}

/** The order goes before what hangs on it. seenAt: when what was looked at was handed in; the buyer may replace what waits. */
async function lockedProof(trx: Connection, id: number, seenAt: string | undefined): Promise<ProofRow> {
  const known = await findProof(trx, id)
  if (known?.orderId) await lockOrder(trx, known.orderId, null)
  const proof = known && (await lockProof(trx, id))
  if (!proof) throw notFound('转账凭证')
  if (seenAt !== undefined && proof.state === 'submitted' && proof.createdAt.toISOString() !== seenAt)
    throw conflict('企业在您打开之后重新提交了凭证，请按新的凭证核对', { reason: 'PROOF_CHANGED' })
  return proof
}

/** The money is on the statement: the payment settles as every other does. Twice changes nothing. */
export async function confirmProof(deps: PaymentDeps, staff: StaffActor, id: number, seenAt: string | undefined, now: Date) {
  return transact(deps.database.db, async (trx) => {
    const proof = await lockedProof(trx, id, seenAt)
    if (proof.state === 'rejected') throw conflict('该凭证已驳回，请等待重新提交')
    const outcome = await confirmTransferIn(trx, deps, proof.paymentNo, staff, now)
    if (proof.state !== 'confirmed') {
      await setProofState(trx, id, { state: 'confirmed', reason: '', by: staff.name }, now)
      const change = { before: { state: proof.state }, after: { state: 'confirmed', outcome } }
      await writeAudit(trx, staff, { action: 'transfer.confirm', subject: `transfer_proof:${id}`, ...change }, now)
    }
    return { state: 'confirmed', outcome }
  })
}

/** The bank's statement shows the money of this payment: a proof that waited is right. In the caller's transaction. */
export async function proofSeen(trx: Connection, paymentNo: string, staff: StaffActor, now: Date): Promise<void> {
  const id = await waitingProofOf(trx, paymentNo)
  if (id !== null) await setProofState(trx, id, { state: 'confirmed', reason: '', by: staff.name }, now)
}

/** Not seen, or not as it was said: the buyer reads why and has time to say it again. */
export async function rejectProof(
  deps: PaymentDeps,
  staff: StaffActor,
  id: number,
  { reason, seenAt }: { reason: string; seenAt: string | undefined },
  now: Date,
) {
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写驳回原因' }])
  return transact(deps.database.db, async (trx) => {
    const proof = await lockedProof(trx, id, seenAt)
    const { orderId } = proof
    if (proof.state === 'rejected') return { state: 'rejected', outcome: 'replayed' }
    if (proof.state !== 'submitted') throw conflict(`该凭证${STATE_NAMES[proof.state]}，不能驳回`)
    await setProofState(trx, id, { state: 'rejected', reason, by: staff.name }, now)
    await writeAudit(
      trx,
      staff,
      { action: 'transfer.reject', subject: `transfer_proof:${id}`, before: { state: proof.state }, after: { state: 'rejected', reason } },
      now,
    )
    if (orderId !== null) {
      await keepOpen(trx, orderId, PROOF_REDO_HOURS, now)
      await insertLog(trx, { orderId, actor: staff.name, event: 'transfer_rejected', text: `转账凭证被驳回：${reason}` }, now)
    }
    const news = {
      title: '转账凭证被驳回',
      text: `${reason}。请核对后重新提交。`,
      url: orderId === null ? '/order' : `/cart/hm?id=${orderId}`,
    }
    await tell(trx, { companyId: proof.companyId, kind: 'order', ...news, key: `transfer:${id}:rejected` }, now)
    return { state: 'rejected', outcome: '' }
  })
}
