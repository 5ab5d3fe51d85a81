import type { DataOf } from '#contract/call.ts'
import type { OwnRecallWire, RecallDetailWire, staffRecallList } from '#contract/recalls.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { answerDue, BUYER_STATES, buyerState, outsideOf, RECALL_LEVELS, type Shares, type Whereabouts } from '#domain/recalls.ts'
import { type DocumentHead, documentWire } from '../../papers/documents/public.ts'
import type { RecallRow } from './store.ts'
import type { BuyerRow, OrderPart } from './views.ts'

const STATE_NAMES = { open: '召回中', closed: '已结束' } as const

const headOf = (recall: RecallRow) => ({
  id: recall.id,
  no: recall.no,
  name: recall.goods.name,
  spec: recall.goods.spec,
  unit: recall.goods.unit,
  manufacturer: recall.goods.manufacturer,
  approval_no: recall.goods.approval_no,
  batch_no: recall.batchNo,
  level: recall.level,
  level_name: RECALL_LEVELS[recall.level].name,
  initiator: recall.initiator,
  reason: recall.reason,
  advice: recall.advice,
  state: recall.state,
  state_name: STATE_NAMES[recall.state],
  started_at: recall.startedAt.toISOString(),
  closed_at: recall.closedAt?.toISOString() ?? null,
})

export const staffRecallWire = (recall: RecallRow): DataOf<typeof staffRecallList>['list'][number] => ({
  ...headOf(recall),
  goods_id: recall.goodsId,
  started_by: recall.startedBy,
  closed_by: recall.closedBy ?? '',
  close_note: recall.closeNote,
})

export const whereWire = (where: Whereabouts) => ({
  sold: where.sold,
  unsent: where.unsent,
  returned: where.returned,
  on_way: where.onWay,
  outside: outsideOf(where),
})

export const sharesWire = ({ onWay, ...shares }: Shares) => ({ ...shares, on_way: onWay })

const answerWire = (recall: RecallRow, buyer: BuyerRow, now: Date) => {
  const due = answerDue(recall.level, buyer.toldAt)
  const state = buyerState(buyer, buyer.kept)
  return {
    told_at: buyer.toldAt.toISOString(),
    due_at: due.toISOString(),
    confirmed_at: buyer.confirmedAt?.toISOString() ?? null,
    confirmed_by: buyer.confirmedBy,
    kept: buyer.kept,
    note: buyer.note,
    buyer_state: state,
    buyer_state_name: BUYER_STATES[state],
    is_late: recall.state === 'open' && buyer.confirmedAt === null && now > due ? 1 : 0,
  }
}

const orderWire = (order: OrderPart) => ({
  order_id: order.orderId,
  order_no: order.orderNo,
  status_name: STATUS_NAMES[order.status],
  sold: order.sold,
  returned: order.returned,
  on_way: order.onWay,
})

/** Why nothing of the batch in an order can be sent back now; '': it can. */
export function whyNoReturn(recall: Pick<RecallRow, 'state'>, order: OrderPart): string {
  if (recall.state === 'closed') return '召回已结束'
  if (order.unsent > 0) return '尚未发货，本批号不会发出'
  if (order.status === 'shipped') return '请先确认收货'
  if (leftToReturn(order) > 0) return ''
  if (order.onWay > 0) return '已申请退回'
  return order.paidFor > 0 ? `${order.paidFor} 件已按仅退款处理；货仍在贵司的，请联系客户经理安排退回` : '已全部退回'
}

export const leftToReturn = (order: OrderPart): number => Math.max(0, outsideOf(order) - order.onWay - order.paidFor)

export function ownRecallWire(
  recall: RecallRow,
  buyer: BuyerRow,
  orders: readonly OrderPart[],
  notice: DocumentHead | null,
  now: Date,
): OwnRecallWire {
  return {
    ...headOf(recall),
    ...whereWire(buyer),
    ...answerWire(recall, buyer, now),
    may_keep: outsideOf(buyer),
    orders: orders.map((order) => {
      const why = whyNoReturn(recall, order)
      return { ...orderWire(order), left: why === '' ? leftToReturn(order) : 0, why, after_sale_id: order.afterSaleId }
    }),
    notice: notice && documentWire(notice),
  }
}

export const buyerWire = (
  recall: RecallRow,
  buyer: BuyerRow,
  orders: readonly OrderPart[],
  now: Date,
): RecallDetailWire['buyers'][number] => ({
  company_id: buyer.companyId,
  company: buyer.company,
  contact: buyer.contact,
  phone: buyer.phone,
  ...whereWire(buyer),
  ...answerWire(recall, buyer, now),
  orders: orders.map((order) => ({ ...orderWire(order), shipped_at: order.shippedAt?.toISOString() ?? null })),
})
