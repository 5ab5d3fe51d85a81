import type { AfterSaleDetailWire, AfterSaleRowWire } from '#contract/aftersales.ts'
import {
  AFTER_SALE_STATUS_NAMES,
  AFTER_SALE_STATUSES,
  type AfterSaleStatus,
  afterSaleActions,
  afterSaleSteps,
  isOpen,
  KIND_NAMES,
  REASON_NAMES,
  SEND_WITHIN_DAYS,
} from '#domain/aftersales.ts'
import { lineTag } from '#domain/cart.ts'
import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { RefundRow } from '../../money/payments/public.ts'
import { fileWire, type StoredFile } from '../../who/files/public.ts'
import type { AfterSaleLogView, AfterSaleView, AppliedLineView } from './views.ts'

const iso = (at: Date | null) => (at === null ? null : at.toISOString())

const isSettled = ({ status }: AfterSaleView) => status === 'refunding' || status === 'refunded'
const refundOf = (view: AfterSaleView): Fen => subtract(add(view.goods, view.shipping), view.benefitsKept, view.cashbackWithheld)

function headOf(view: AfterSaleView, now: Date) {
  const { id, no, orderId, orderNo, kind, reason, status, number } = view
  return {
    id,
    no,
    order_id: orderId,
    order_no: orderNo,
    kind,
    kind_name: KIND_NAMES[kind],
    reason,
    reason_name: REASON_NAMES[reason],
    status,
    status_name: AFTER_SALE_STATUS_NAMES[status],
    created_at: view.createdAt.toISOString(),
    number,
    amount: yuan(isSettled(view) ? refundOf(view) : view.expected),
    is_final: isSettled(view),
    actions: afterSaleActions(view, now),
  }
}

/** The goods of a line as an order has them, with one batch. */
export const goodsFields = (
  line: Pick<AppliedLineView, 'goodsId' | 'goods' | 'priceSource' | 'batchNo' | 'productionDate' | 'expiryDate'>,
) => ({
  goods_id: line.goodsId,
  name: line.goods.name ?? '',
  sccj: line.goods.manufacturer ?? '',
  ypgg: line.goods.spec ?? '',
  bzdw: line.goods.unit ?? '',
  image: line.goods.image ?? '',
  tag: lineTag(line.priceSource),
  batch_no: line.batchNo,
  production_date: line.productionDate,
  expiry_date: line.expiryDate,
})

const lineOf = (line: AppliedLineView): AfterSaleRowWire['lines'][number] => ({
  id: line.id,
  ...goodsFields(line),
  price: yuan(line.unitPrice),
  number: line.number,
  accepted: line.accepted,
  worth: yuan(line.worth),
})

export function rowsOf(views: readonly AfterSaleView[], lines: readonly AppliedLineView[], now: Date): AfterSaleRowWire[] {
  const byId = Map.groupBy(lines, (line) => line.afterSaleId)
  return views.map((view) => ({ ...headOf(view, now), line_count: view.lineCount, lines: (byId.get(view.id) ?? []).map(lineOf) }))
}

export function countsOf(counts: ReadonlyMap<AfterSaleStatus, number>): { status: string; name: string; count: number }[] {
  const sum = (wanted: (status: AfterSaleStatus) => boolean) =>
    [...counts].reduce((total, [status, count]) => total + (wanted(status) ? count : 0), 0)
  return [
    { status: 'all', name: '全部', count: sum(() => true) },
    { status: 'open', name: '处理中', count: sum(isOpen) },
    ...AFTER_SALE_STATUSES.map((status) => ({ status, name: AFTER_SALE_STATUS_NAMES[status], count: counts.get(status) ?? 0 })),
  ]
}

export interface DetailParts {
  view: AfterSaleView
  lines: readonly AppliedLineView[]
  photos: readonly StoredFile[]
  refunds: readonly RefundRow[]
  log: readonly AfterSaleLogView[]
  channelName: (channel: string) => string
}

const DAY_MS = 86_400_000

export function detailOf({ view, lines, photos, refunds, log, channelName }: DetailParts, now: Date): AfterSaleDetailWire {
  const { approvedAt } = view
  const sendBefore = view.status === 'sending' && approvedAt ? new Date(approvedAt.getTime() + SEND_WITHIN_DAYS * DAY_MS) : null
  return {
    ...headOf(view, now),
    lines: lines.map(lineOf),
    description: view.description,
    reject_reason: view.rejectReason,
    inspect_note: view.inspectNote,
    photos: photos.map(fileWire),
    return_to: view.returnTo,
    send_before: iso(sendBefore),
    carrier: view.carrier,
    waybill: view.waybill,
    steps: afterSaleSteps(view, view).map((step) => ({ ...step, at: iso(step.at) })),
    rows: moneyRows(view),
    points_note: pointsNote(view),
    refunds: refunds.map((refund) => ({
      no: refund.no,
      channel: refund.channel,
      channel_name: PURSE_NAMES[refund.channel] ?? channelName(refund.channel),
      amount: yuan(refund.amount),
      status: refund.status,
      status_name: refund.status === 'done' ? '已到账' : refund.channel === 'bank' ? '待财务汇出' : '退款处理中',
      at: (refund.doneAt ?? refund.createdAt).toISOString(),
    })),
    log: log.map((entry) => ({ at: entry.at.toISOString(), actor: entry.actor, text: entry.text })),
  }
}

/** A purse is not a way of paying when money comes back to it. */
const PURSE_NAMES: Readonly<Record<string, string>> = { balance: '账户余额', voucher: '现金券', credit: '账期（冲减账单）' }

function moneyRows(view: AfterSaleView): AfterSaleDetailWire['rows'] {
  if (!isSettled(view)) return [{ key: 'expected', label: '预计退款', note: '以验收结果为准', amount: yuan(view.expected) }]
  const rows = [{ key: 'goods', label: '商品退款', note: '按实付金额分摊', amount: yuan(view.goods) }]
  if (view.shipping > 0) rows.push({ key: 'shipping', label: '退回运费', note: '整单退回', amount: yuan(view.shipping) })
  rows.push(...view.benefitRows)
  if (view.cashbackWithheld > 0)
    rows.push({ key: 'withheld', label: '扣除返现', note: '该部分返现已使用', amount: yuan(subtract(ZERO, view.cashbackWithheld)) })
  return rows
}

function pointsNote({ cashbackTaken, pointsTaken, pointsOwed }: AfterSaleView): string {
  const parts = [
    ...(cashbackTaken > 0 ? [`已从余额收回返现 ¥${yuan(cashbackTaken)}`] : []),
    ...(pointsTaken > 0 ? [`已收回积分 ${pointsTaken}`] : []),
    ...(pointsOwed > 0 ? [`另有 ${pointsOwed} 积分已使用，将从以后获得的积分中扣除`] : []),
  ]
  return parts.join('；')
}
