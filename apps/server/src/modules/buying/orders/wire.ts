import { ORDER_STATES, type OrderDetailWire, type OrderRowWire, type OrderShipmentWire, type OrderSplitWire } from '#contract/order.ts'
import { lineTag } from '#domain/cart.ts'
import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import { buyerActions, type OrderStatus, orderSteps, STATUS_NAMES } from '#domain/orders.ts'
import { holdText } from '#domain/standing.ts'
import type { OrderMoneyRow } from './store.ts'
import type { EditView, LogView, OrderDetailView, OrderHead, OrderLineView, PaymentView, SplitView } from './views.ts'

type Head = Omit<OrderRowWire, 'lines'>

const iso = (at: Date | null) => (at === null ? null : at.toISOString())

function headOf(order: OrderHead, now: Date): Head {
  return {
    id: order.id,
    no: order.no,
    status: order.status,
    status_name: STATUS_NAMES[order.status],
    created_at: order.createdAt.toISOString(),
    ck_name: order.warehouseName,
    is_hm: order.isEphedrine ? 1 : 0,
    goods_amount: yuan(order.goodsAmount),
    reduction_amount: yuan(order.reductionAmount),
    cashback: yuan(order.cashbackAmount),
    points: order.points,
    total: yuan(subtract(add(order.goodsAmount, order.shippingAmount), order.reductionAmount)),
    payable: yuan(order.payableAmount),
    pay_before: order.status === 'pending_payment' ? iso(order.payBefore) : null,
    line_count: order.lineCount,
    number: order.number,
    split_from: order.splitFrom,
    hold:
      order.heldAt === null ? null : { since: order.heldAt.toISOString(), reasons: order.holdReasons, text: holdText(order.holdReasons) },
    actions: buyerActions(order, now),
  }
}

const sentences = (line: OrderLineView, wanted: (kind: string | undefined) => boolean): string[] =>
  line.explanation.flatMap(({ kind, text = '' }) => (wanted(kind) && text !== '' ? text : []))

const lineOf = (line: OrderLineView): OrderRowWire['lines'][number] => ({
  id: line.id,
  goods_id: line.goodsId,
  name: line.goods.name ?? '',
  sccj: line.goods.manufacturer ?? '',
  ypgg: line.goods.spec ?? '',
  bzdw: line.goods.unit ?? '',
  image: line.goods.image ?? '',
  number: line.number,
  price: yuan(line.unitPrice),
  amount: yuan(line.amount),
  paid: yuan(subtract(line.amount, line.reduction)),
  reduction: yuan(line.reduction),
  shares: line.shares.map((share) => ({ name: share.name, amount: yuan(share.amount) })),
  tag: lineTag(line.priceSource),
  combination_name: line.goods.bundle ?? '',
  price_note: sentences(line, (kind) => kind !== 'money').join('；'),
  explanation: sentences(line, (kind) => kind === 'money'),
  batches: line.batches,
})

export function rowsOf(orders: readonly OrderHead[], lines: readonly OrderLineView[], now: Date): OrderRowWire[] {
  const byOrder = Map.groupBy(lines, (line) => line.orderId)
  return orders.map((order) => ({ ...headOf(order, now), lines: (byOrder.get(order.id) ?? []).map(lineOf) }))
}

/** The tabs over the list: all, then every state in the order of an order's life. */
export function countsOf(counts: ReadonlyMap<OrderStatus, number>, inAfterSale: number): { status: string; name: string; count: number }[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [
    { status: 'all', name: '全部订单', count: all },
    ...ORDER_STATES.map((status) => ({ status, name: STATUS_NAMES[status], count: counts.get(status) ?? 0 })),
    { status: 'after_sale', name: '售后中', count: inAfterSale },
  ]
}

export const PAYMENT_STATUS: Readonly<Record<string, string>> = {
  created: '待支付',
  paid: '已支付',
  refunding: '退款中',
  refunded: '已退款',
}

export interface DetailParts {
  order: OrderDetailView
  lines: readonly OrderLineView[]
  log: readonly LogView[]
  payments: readonly PaymentView[]
  edits: readonly EditView[]
  splits: readonly SplitView[]
  shipment: OrderShipmentWire | null
  channelName: (channel: string) => string
}

export const splitWire = ({ at, status, ...split }: SplitView): OrderSplitWire => ({
  ...split,
  at: at.toISOString(),
  status_name: STATUS_NAMES[status],
})

export const editWire = ({ at, actor, cause, reason, back, before, after }: EditView) => {
  const now = new Map(after.map((line) => [line.id, line.number]))
  const lines = before.flatMap(({ id, name, unit, number }) => {
    const left = now.get(id) ?? 0
    return left === number ? [] : [{ name, unit, before: number, after: left }]
  })
  return { at: at.toISOString(), actor, cause, reason, back: yuan(back), lines }
}

export function detailOf({ order, lines, log, payments, edits, splits, shipment, channelName }: DetailParts, now: Date): OrderDetailWire {
  const { receiver } = order
  return {
    ...headOf(order, now),
    lines: lines.map(lineOf),
    rows: moneyRows(order),
    receiver: {
      receiver: receiver.receiver ?? '',
      phone: receiver.phone ?? '',
      province: receiver.province ?? '',
      city: receiver.city ?? '',
      district: receiver.district ?? '',
      detail: receiver.detail ?? '',
    },
    invoice_kind: order.invoiceKind,
    invoice_name: `${order.invoiceKind === 'special' ? '电子专票' : '电子普票'} ${order.companyName}`,
    remark: order.remark,
    cancel_reason: order.cancelReason,
    steps: orderSteps(order.status, order).map((step) => ({ ...step, at: iso(step.at) })),
    shipment,
    log: log.map((entry) => ({ at: entry.at.toISOString(), actor: entry.actor, text: entry.text })),
    entered_by: order.enteredBy,
    edits: edits.map(editWire),
    splits: splits.map(splitWire),
    payments: payments.map((payment) => ({
      no: payment.no,
      channel: payment.channel,
      channel_name: channelName(payment.channel),
      amount: yuan(payment.amount),
      status: PAYMENT_STATUS[payment.status] ?? payment.status,
      at: payment.at.toISOString(),
    })),
  }
}

type Priced = Pick<
  OrderHead,
  'lineCount' | 'number' | 'goodsAmount' | 'reductionAmount' | 'shippingAmount' | 'voucherAmount' | 'balanceAmount'
>

/** They sum to what is left to pay, or was paid, through a channel. */
export function moneyRows(order: Priced & { moneyRows: OrderMoneyRow[] }): OrderDetailWire['rows'] {
  const rows = order.moneyRows.length > 0 ? order.moneyRows : plainRows(order)
  return rows.map((row) => ({ ...row, amount: yuan(row.amount) }))
}

/** Of an order from before its rows were kept. */
function plainRows(order: Priced): OrderMoneyRow[] {
  const minus = (key: string, label: string, note: string, amount: Fen): OrderMoneyRow[] =>
    amount === 0 ? [] : [{ key, label, note, amount: subtract(ZERO, amount) }]
  return [
    { key: 'goods', label: '商品金额', note: `${order.lineCount} 种 ${order.number} 件`, amount: order.goodsAmount },
    ...minus('reduction', '优惠', '已分摊到商品', order.reductionAmount),
    { key: 'shipping', label: '运费', note: order.shippingAmount === 0 ? '免运费' : '', amount: order.shippingAmount },
    ...minus('voucher', '现金券', '下单时支付', order.voucherAmount),
    ...minus('balance', '余额', '下单时支付', order.balanceAmount),
  ]
}
