import type {
  AfterSaleDetailWire,
  AfterSaleRowWire,
  afterSaleForm,
  afterSaleList,
  afterSaleQuote,
  staffAfterSaleInfo,
  staffAfterSaleList,
} from '#contract/aftersales.ts'
import type { DataOf, QueryOf } from '#contract/call.ts'
import {
  AFTER_SALE_STATUSES,
  type AfterSaleKind,
  type AfterSaleReason,
  APPLY_WITHIN_DAYS,
  batchRefusal,
  isOpen,
  isShopsFault,
  KIND_NAMES,
  kindsFor,
  lastDayOf,
  leftOf,
  needsPhoto,
  REASON_NAMES,
  REASONS,
  reasonRefusal,
  type SoldOrder,
} from '#domain/aftersales.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { afterSaleRefusal, STATUS_NAMES } from '#domain/orders.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { refundsOf } from '../../money/payments/public.ts'
import { filesOf } from '../../who/files/public.ts'
import { findOrder, type OrderRow, withoutAmounts } from '../orders/public.ts'
import { batchOf, check, fileSubject, PAUSED, soldOrderOf, type Wish } from './apply.ts'
import { isPaused, type SoldPiece, soldPieces } from './store.ts'
import { type AfterSaleFilter, afterSaleCounts, afterSaleLog, afterSalePage, afterSaleView, appliedLines, receivedAtOf } from './views.ts'
import { countsOf, detailOf, goodsFields, rowsOf } from './wire.ts'

async function ownOrder({ db }: DatabaseHandle, companyId: number, orderId: number): Promise<OrderRow> {
  const order = await findOrder(db, orderId, companyId)
  if (order === null) throw notFound('订单')
  return order
}

const KIND_NOTES: Readonly<Record<AfterSaleKind, string>> = {
  return: '审核通过后寄回商品，验收合格后退款',
  refund_only: '无需寄回商品，核实后退款',
}

export async function formOf(
  database: DatabaseHandle,
  companyId: number,
  orderId: number,
  now: Date,
): Promise<DataOf<typeof afterSaleForm>> {
  const order = await ownOrder(database, companyId, orderId)
  const sold = soldOrderOf(order, await receivedAtOf(database.db, order.id))
  const pieces = await soldPieces(database.db, order.id)
  const today = beijingDate(now)
  return {
    order_id: order.id,
    order_no: order.no,
    status_name: STATUS_NAMES[order.status],
    why:
      ((await isPaused(database.db)) ? PAUSED : '') ||
      afterSaleRefusal(order.status) ||
      (pieces.every((piece) => leftOf(batchOf(piece)) <= 0) ? '订单商品已全部申请售后' : ''),
    notes: notesOf(sold, pieces),
    reasons: REASONS.map((code) => ({
      code,
      name: REASON_NAMES[code],
      why: reasonRefusal(sold, code, today),
      needs_photo: needsPhoto(code),
      kinds: kindsFor(sold, code).map((kind) => ({ code: kind, name: KIND_NAMES[kind], note: KIND_NOTES[kind] })),
    })),
    lines: pieces.map((piece) => ({
      id: piece.id,
      ...goodsFields(piece),
      price: yuan(piece.unitPrice),
      number: piece.number,
      taken: piece.taken,
      left: leftOf(batchOf(piece)),
      refused: refusalsOf(sold, piece, today),
    })),
  }
}

/** Every open reason that this batch is shut to. */
function refusalsOf(sold: SoldOrder, piece: SoldPiece, today: TradeDate): { reason: AfterSaleReason; kind: AfterSaleKind; why: string }[] {
  return REASONS.flatMap((reason) =>
    kindsFor(sold, reason).flatMap((kind) => {
      const why = batchRefusal(batchOf(piece), kind, reason, today)
      return why ? [{ reason, kind, why }] : []
    }),
  )
}

function notesOf(sold: SoldOrder, pieces: readonly SoldPiece[]): string[] {
  const last = lastDayOf(sold.receivedAt)
  return [
    last === null
      ? `收货前可就少发、破损、错发申请仅退款；收货后 ${APPLY_WITHIN_DAYS} 天内可申请退货`
      : `申请截止 ${last}（收货后 ${APPLY_WITHIN_DAYS} 天），质量问题在批次有效期内均可申请`,
    ...(pieces.some((piece) => piece.coldChain) ? ['冷链商品仅受理质量问题，少发可申请仅退款'] : []),
    ...(sold.isEphedrine ? ['含特殊药品复方制剂仅受理质量问题、破损、错发、少发，退款原路退回对公账户'] : []),
    ...(pieces.some((piece) => piece.isGift || piece.priceSource === 'exchange')
      ? [
          '留下的商品不再满足赠送、换购或包邮条件时，请一并退回赠品、换购商品；不退回的，按原价差额从退款中扣除。质量问题、破损、错发、少发不扣',
        ]
      : []),
  ]
}

export async function quoteOf(database: DatabaseHandle, companyId: number, wish: Wish, now: Date): Promise<DataOf<typeof afterSaleQuote>> {
  const order = await ownOrder(database, companyId, wish.order_id)
  const { goods, shipping, benefits, expected } = await check(database.db, order, wish, now)
  const rows = [{ key: 'goods', label: '商品退款', note: '按实付金额分摊', amount: yuan(goods) }]
  if (shipping > 0) rows.push({ key: 'shipping', label: '退回运费', note: '整单退回', amount: yuan(shipping) })
  rows.push(...benefits)
  const earned = order.cashbackAmount > 0 || order.points > 0
  const notes = [
    '退款按付款的相反顺序原路退回：在线支付、转账或账期在先，余额其次，现金券最后',
    ...(order.shippingAmount > 0 && shipping === 0
      ? [isShopsFault(wish.reason) ? '整单因我方原因退回时，运费一并退回' : '因近效期或其他原因退货，运费不退']
      : []),
    ...(earned ? ['该订单所得返现和积分按比例收回'] : []),
  ]
  return { amount: yuan(expected), rows, notes }
}

type ListQuery = QueryOf<typeof afterSaleList>
const LINES_IN_LIST = 3
const PER_PAGE = 10

async function pageOf({ db }: DatabaseHandle, companyId: number | null, query: ListQuery, now: Date) {
  const { page = 1, per_page: perPage = PER_PAGE, status = 'all', keywords = '', order_id: orderId = null } = query
  const statuses = status === 'all' ? null : status === 'open' ? AFTER_SALE_STATUSES.filter(isOpen) : [status]
  const filter: AfterSaleFilter = { companyId, statuses, keywords: keywords.trim(), orderId }
  const [views, counts] = await Promise.all([afterSalePage(db, filter, (page - 1) * perPage, perPage), afterSaleCounts(db, filter)])
  const ids = views.map((view) => view.id)
  const lines = ids.length === 0 ? [] : await appliedLines(db, ids, LINES_IN_LIST)
  const total = [...counts].reduce((sum, [one, count]) => sum + (statuses === null || statuses.includes(one) ? count : 0), 0)
  return { views, list: rowsOf(views, lines, now), total, page, per_page: perPage, counts: countsOf(counts) }
}

export async function listOf(
  database: DatabaseHandle,
  companyId: number,
  query: ListQuery,
  now: Date,
): Promise<DataOf<typeof afterSaleList>> {
  const { views: _views, ...data } = await pageOf(database, companyId, query, now)
  return data
}

/** Any company's, with its name. */
/** What whoever sees no refunds is told of it. */
const withoutMoney = <Sale extends Pick<AfterSaleRowWire, 'amount' | 'lines'>>({ amount: _amount, lines, ...sale }: Sale) => ({
  ...sale,
  amount: null,
  lines: lines.map((line) => ({ ...line, price: null, worth: null })),
})

export async function staffListOf(
  database: DatabaseHandle,
  seesMoney: boolean,
  query: ListQuery,
  now: Date,
): Promise<DataOf<typeof staffAfterSaleList>> {
  const { views, list, ...data } = await pageOf(database, null, query, now)
  const whole = list.map((row, index) => ({ ...row, company: views[index]?.company ?? '' }))
  return { ...data, list: seesMoney ? whole : whole.map(withoutMoney) }
}

/** With the company's name, which its own pages leave out. companyId null: staff's. */
async function wholeOf({ db }: DatabaseHandle, companyId: number | null, id: number, channelName: (channel: string) => string, now: Date) {
  const view = await afterSaleView(db, id, companyId)
  if (view === null) throw notFound('售后申请')
  const subject = fileSubject(id)
  const [lines, files, refunds, log] = await Promise.all([
    appliedLines(db, [id], null),
    filesOf(db, [subject]),
    refundsOf(db, id),
    afterSaleLog(db, id),
  ])
  return { view, detail: detailOf({ view, lines, photos: files.get(subject) ?? [], refunds, log, channelName }, now) }
}

export async function infoOf(
  ...asked: [DatabaseHandle, companyId: number, id: number, (channel: string) => string, now: Date]
): Promise<AfterSaleDetailWire> {
  return (await wholeOf(...asked)).detail
}

export async function staffInfoOf(
  database: DatabaseHandle,
  seesMoney: boolean,
  id: number,
  channelName: (channel: string) => string,
  now: Date,
): Promise<DataOf<typeof staffAfterSaleInfo>> {
  const { view, detail } = await wholeOf(database, null, id, channelName, now)
  // What may be done to it here is the shop's, not the buyer's.
  const whole = { ...detail, actions: [], company_id: view.companyId, company: view.company }
  if (seesMoney) return whole
  const log = whole.log.map(({ text, ...entry }) => ({ ...entry, text: withoutAmounts(text) }))
  return { ...withoutMoney(whole), rows: [], refunds: [], points_note: '', log }
}
