import { type AuditActor, type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import {
  type BatchRow,
  countOpenOrders,
  findBatch,
  lockGoods,
  lockSameBatches,
  openRecallOf,
  openUnqualifiedOf,
  type SaleState,
  setLocked,
  setLockedReason,
  setStopped,
  setStoppedReason,
} from './batch-store.ts'
import { refreshGoodsStock } from './service.ts'

/** Quality stops: a batch, or a goods, that must not be sold for now. */

function reasonOf(text: string): string {
  const reason = text.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  return reason
}

const shownOf = ({ lockedReason, available, reserved }: BatchRow) => ({ locked_reason: lockedReason, available, reserved })

interface BatchWish {
  command: 'lock' | 'release'
  reason: string
  everywhere: boolean
}
interface BatchOutcome {
  batches: BatchRow[]
  openOrders: number
}

export async function lockBatch({ db }: DatabaseHandle, staff: StaffActor, id: number, wish: BatchWish, now: Date): Promise<BatchOutcome> {
  return transact(db, (trx) => lockBatchIn(trx, staff, id, wish, now))
}

/** Of so long a text the last said is kept. */
const REASONS_MAX = 1000

/** Why something is kept off sale with one more doubt about it; null: that doubt stands there already. */
function doubtedToo(standing: string, who: string, reason: string): string | null {
  const said = `；${who}：${reason}；`
  if (`${standing}；`.startsWith(`${reason}；`) || `；${standing}；`.includes(said)) return null
  return `${standing}${said.slice(0, -1)}`.slice(-REASONS_MAX).toWellFormed()
}

/**
 * Locked batches go off sale at once; of what is locked already another doubt is kept beside the first, so that nobody lets it go who knows
 * of one alone. What is released already stays as it is, what is being recalled is not released. In the caller's transaction.
 */
export async function lockBatchIn(trx: Connection, staff: AuditActor, id: number, wish: BatchWish, now: Date): Promise<BatchOutcome> {
  const reason = reasonOf(wish.reason)
  const known = await findBatch(trx, id)
  if (known === null) throw notFound('批号')
  // The goods' places first, as where stock is reserved; the figures follow once more at the end.
  await refreshGoodsStock(trx, [known.goodsId], now)
  const same = await lockSameBatches(trx, id, wish.everywhere)
  const isLock = wish.command === 'lock'
  const recall = isLock ? null : await openRecallOf(trx, known.goodsId, known.batchNo)
  if (recall !== null) throw conflict(`批号 ${known.batchNo} 正在召回（${recall}），结束召回后才能解锁`, { reason: 'BATCH_RECALLED' })
  const unqualified = isLock
    ? null
    : await openUnqualifiedOf(
        trx,
        same.map((batch) => batch.id),
      )
  if (unqualified !== null) throw conflict(`批号 ${known.batchNo} 有不合格药品 ${unqualified} 还没有判定或处置，解锁会把它一起卖出`)
  const due = same.filter((batch) => (batch.lockedAt !== null) !== isLock)
  if (due.length > 0) {
    await setLocked(
      trx,
      due.map((batch) => batch.id),
      isLock ? { by: staff.name, reason } : null,
      now,
    )
    for (const batch of due) {
      const after = { ...shownOf(batch), locked_reason: isLock ? reason : null, reason }
      await writeAudit(
        trx,
        staff,
        { action: `batch.${wish.command}`, subject: `stock_batch:${batch.id}`, before: shownOf(batch), after },
        now,
      )
    }
    await refreshGoodsStock(trx, [known.goodsId], now)
  }
  for (const batch of isLock ? same : []) {
    const reasons = batch.lockedAt === null ? null : doubtedToo(batch.lockedReason ?? '', staff.name, reason)
    if (reasons === null) continue
    await setLockedReason(trx, batch.id, reasons, now)
    const change = { before: shownOf(batch), after: { ...shownOf(batch), locked_reason: reasons, reason } }
    await writeAudit(trx, staff, { action: 'batch.lock', subject: `stock_batch:${batch.id}`, ...change }, now)
  }
  const batches = await lockSameBatches(trx, id, wish.everywhere)
  const openOrders = await countOpenOrders(
    trx,
    batches.map((batch) => batch.id),
  )
  return { batches, openOrders }
}

export async function stopGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  goodsId: number,
  wish: { command: 'stop' | 'resume'; reason: string },
  now: Date,
): Promise<Pick<SaleState, 'onShelf' | 'stopped'>> {
  const reason = reasonOf(wish.reason)
  return transact(db, async (trx) => {
    const before = await lockGoods(trx, goodsId)
    if (before === null) throw notFound('商品')
    const stopped = wish.command === 'stop'
    const reasons = stopped && before.stopped ? doubtedToo(before.stoppedReason, staff.name, reason) : null
    if (reasons !== null) {
      await setStoppedReason(trx, goodsId, reasons, now)
      const also = { before: { stopped_reason: before.stoppedReason }, after: { stopped_reason: reasons, reason } }
      await writeAudit(trx, staff, { action: 'goods.stop', subject: `goods:${goodsId}`, ...also }, now)
    }
    if (before.stopped === stopped) return before
    const onShelf = await setStopped(trx, goodsId, stopped ? { by: staff.name, reason } : null, before.lawReason, now)
    const change = {
      before: { on_shelf: before.onShelf, stopped_reason: before.stoppedReason || null },
      after: { on_shelf: onShelf, stopped_reason: stopped ? reason : null, reason },
    }
    await writeAudit(trx, staff, { action: `goods.${wish.command}`, subject: `goods:${goodsId}`, ...change }, now)
    return { onShelf, stopped }
  })
}
