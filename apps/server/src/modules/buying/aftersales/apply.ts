import type { afterSaleApply, afterSaleQuote } from '#contract/aftersales.ts'
import type { BodyOf } from '#contract/call.ts'
import {
  batchRefusal,
  kindsFor,
  leftOf,
  needsPhoto,
  REASON_NAMES,
  reasonRefusal,
  type SoldBatch,
  type SoldOrder,
} from '#domain/aftersales.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { add, type Fen, subtract, yuan } from '#domain/money.ts'
import { afterSaleRefusal } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { claimFiles } from '../../who/files/public.ts'
import { insertLog, lockOrder, type OrderRow } from '../orders/public.ts'
import { keptBackOf } from './benefits.ts'
import {
  type AfterSaleRow,
  type AppliedPiece,
  appliedPieces,
  type BenefitRow,
  findByKey,
  insertAfterSale,
  insertAfterSaleLog,
  isPaused,
  reasonsRefunded,
  type SoldPiece,
  soldPieces,
  takenBackSince,
} from './store.ts'
import { receivedAtOf } from './views.ts'
import { isWholeBack, shippingBack, sumOf, type Wanted, worthOf } from './worth.ts'

export interface Buyer {
  companyId: number
  accountId: number
  name: string
}
export type Wish = BodyOf<typeof afterSaleQuote>

export const batchOf = (piece: SoldPiece): SoldBatch => ({
  name: piece.goods.name ?? '',
  unit: piece.goods.unit ?? '',
  expiryDate: piece.expiryDate,
  coldChain: piece.coldChain,
  isNearExpiry: piece.priceSource === 'near_expiry',
  number: piece.number,
  taken: piece.taken,
})

export const soldOrderOf = (order: OrderRow, receivedAt: Date | null): SoldOrder => ({
  status: order.status,
  isEphedrine: order.isEphedrine,
  receivedAt,
})

export const PAUSED = '售后申请暂停受理，请联系客户经理'

/** recalled: these batches are wanted back by the house: no term, no picture, no expiry stands in the way. */
interface Terms {
  recalled: boolean
}
const USUAL: Terms = { recalled: false }

/** Every wrong thing of an application, named by its field. */
function wrongs(sold: SoldOrder, pieces: readonly SoldPiece[], wish: Wish, today: TradeDate, { recalled }: Terms): FieldError[] {
  const errors: FieldError[] = []
  const why = reasonRefusal(sold, wish.reason, today)
  if (why) errors.push({ field: 'reason', message: why })
  else if (!kindsFor(sold, wish.reason).includes(wish.kind))
    errors.push({ field: 'kind', message: wish.kind === 'return' ? '该原因请申请仅退款' : '该原因需要退回商品' })
  const seen = new Set<number>()
  for (const [index, { id, number }] of wish.lines.entries()) {
    const piece = pieces.find((one) => one.id === id)
    const field = `lines.${index}.number`
    if (!piece || seen.has(id)) errors.push({ field, message: piece ? '同一批次不能重复填写' : '订单中没有这个批次' })
    else {
      const batch = batchOf(piece)
      const refusal = recalled && leftOf(batch) > 0 ? '' : batchRefusal(batch, wish.kind, wish.reason, today)
      const named = `${batch.name}（批号 ${piece.batchNo}）`
      if (refusal) errors.push({ field, message: `${named}：${refusal}` })
      else if (number > leftOf(batch)) errors.push({ field, message: `${named}最多可申请 ${leftOf(batch)} ${batch.unit}` })
    }
    seen.add(id)
  }
  return errors
}

/** Of orders from before gifts were kept with their terms: whoever sends everything back keeps none of them. */
function missingGifts(pieces: readonly SoldPiece[], wanted: readonly Wanted[], known: ReadonlySet<number>): SoldPiece[] {
  if (!isWholeBack(pieces, wanted, (piece) => piece.taken)) return []
  const now = new Map(wanted.map(({ piece, number }) => [piece.id, number]))
  return pieces.filter((piece) => piece.isGift && !known.has(piece.orderLineId) && piece.taken + (now.get(piece.id) ?? 0) < piece.number)
}

export interface Checked {
  wanted: Wanted[]
  goods: Fen
  shipping: Fen
  /** Gifts and the like that are no longer earned, as rows of the sum. */
  benefits: readonly BenefitRow[]
  expected: Fen
}

/** Throws what is wrong with a wish; else what it comes to. The order is locked where the answer is to be relied on. */
export async function check(connection: Connection, order: OrderRow, wish: Wish, now: Date, terms = USUAL): Promise<Checked> {
  const sold = soldOrderOf(order, await receivedAtOf(connection, order.id))
  const shut = !terms.recalled && (await isPaused(connection)) ? PAUSED : afterSaleRefusal(order.status)
  if (shut) throw conflict(shut)
  const pieces = await soldPieces(connection, order.id)
  const errors = wrongs(sold, pieces, wish, beijingDate(now), terms)
  if (errors.length > 0) throw fieldErrors(errors)
  const wanted = wish.lines.flatMap(({ id, number }): Wanted[] => {
    const piece = pieces.find((one) => one.id === id)
    return piece ? [{ piece, number }] : []
  })
  const takenOfLine = (piece: SoldPiece) =>
    pieces.filter((one) => one.orderLineId === piece.orderLineId).reduce((sum, one) => sum + one.taken, 0)
  const goods = sumOf(worthOf(wanted, takenOfLine))
  const isWhole = isWholeBack(pieces, wanted, (piece) => piece.taken)
  const shipping = shippingBack(order, isWhole, [wish.reason, ...(isWhole ? await reasonsRefunded(connection, order.id) : [])])
  const refund = add(goods, shipping)
  const kept = await keptBackOf(connection, order, 'taken', { wanted, reason: wish.reason, refund })
  const known = new Set(kept.benefits.flatMap(({ given }) => given.map((part) => part.lineId)))
  const missing = wish.kind === 'return' && !terms.recalled ? missingGifts(pieces, wanted, known) : []
  if (missing.length > 0) {
    const names = missing.map((piece) => `${piece.goods.name ?? ''} ${piece.number - piece.taken} ${piece.goods.unit ?? ''}`).join('、')
    throw fieldErrors([{ field: 'lines', message: `退回全部商品时，请一并退回赠品：${names}` }])
  }
  if (kept.missing.length > 0) {
    const message = `留下的商品不再满足活动条件，退款 ¥${yuan(refund)} 不足以抵扣，请一并退回：${kept.missing.join('、')}`
    throw fieldErrors([{ field: 'lines', message }])
  }
  return { wanted, goods, shipping, benefits: kept.rows, expected: subtract(refund, kept.amount) }
}

/** The application that this key has made already. Were another one answered as if it were that, nobody would ever look at it. */
export async function appliedBefore(
  connection: Connection,
  companyId: number,
  wish: Pick<BodyOf<typeof afterSaleApply>, 'key' | 'order_id' | 'kind' | 'reason'>,
  isSame: (applied: readonly AppliedPiece[]) => boolean,
): Promise<AfterSaleRow | null> {
  const earlier = await findByKey(connection, companyId, wish.key)
  if (earlier === null) return null
  const isItsOrder = earlier.orderId === wish.order_id && earlier.reason === wish.reason && earlier.kind === wish.kind
  if (isItsOrder && isSame(await appliedPieces(connection, earlier.id))) return earlier
  throw conflict('该提交编号已用于另一份售后申请，请刷新页面后重新提交', { reason: 'KEY_USED' })
}

/** An application that was taken back stays on record. */
const TAKEN_BACK_MAX = 30
async function refuseEndlessApplying(trx: Connection, companyId: number, now: Date): Promise<void> {
  const count = await takenBackSince(trx, companyId, new Date(now.getTime() - 86_400_000))
  if (count >= TAKEN_BACK_MAX) throw conflict(`24 小时内撤销的售后申请已有 ${count} 份，请稍后再申请，急用请联系客户经理`)
}

/**
 * Applies for an after-sale. The order's row is the lock: of two applications for the last box one comes second and is told
 * that nothing is left. The same key is the same application, and no other. In the caller's transaction.
 */
export async function applyIn(
  trx: Connection,
  buyer: Buyer,
  wish: BodyOf<typeof afterSaleApply>,
  now: Date,
  terms = USUAL,
): Promise<AfterSaleRow> {
  const order = await lockOrder(trx, wish.order_id, buyer.companyId)
  if (order === null) throw notFound('订单')
  const asked = new Map(wish.lines.map(({ id, number }) => [id, number]))
  const earlier = await appliedBefore(
    trx,
    buyer.companyId,
    wish,
    (applied) => applied.length === asked.size && applied.every((piece) => asked.get(piece.orderLineBatchId) === piece.number),
  )
  if (earlier !== null) return earlier
  if (!terms.recalled) await refuseEndlessApplying(trx, buyer.companyId, now)
  const { wanted, expected } = await check(trx, order, wish, now, terms)
  const files = wish.file_ids ?? []
  if (!terms.recalled && needsPhoto(wish.reason) && files.length === 0)
    throw fieldErrors([{ field: 'file_ids', message: `${REASON_NAMES[wish.reason]}请至少上传一张照片` }])
  const made = await insertAfterSale(
    trx,
    {
      ...buyer,
      orderId: order.id,
      kind: wish.kind,
      reason: wish.reason,
      description: wish.description?.trim() ?? '',
      key: wish.key,
      expected,
      lines: wanted.map(({ piece, number }) => ({ orderLineId: piece.orderLineId, orderLineBatchId: piece.id, number })),
      today: beijingDate(now),
    },
    now,
  )
  if (files.length > 0)
    await claimFiles(trx, {
      companyId: buyer.companyId,
      ids: files,
      purpose: 'after_sale',
      subject: fileSubject(made.id),
      field: 'file_ids',
    })
  const text = `提交售后申请：${REASON_NAMES[wish.reason]}`
  await insertAfterSaleLog(trx, { afterSaleId: made.id, actor: buyer.name, event: 'apply', text }, now)
  await insertLog(
    trx,
    { orderId: order.id, actor: buyer.name, event: 'after_sale', text: `申请售后 ${made.no}：${REASON_NAMES[wish.reason]}` },
    now,
  )
  return made
}

export const fileSubject = (id: number): string => `after_sale:${id}`
