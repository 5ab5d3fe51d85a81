import type { OrderEditPreviewWire } from '#contract/order-edit.ts'
import { type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { EditCause, EditPlan } from '#domain/pricing/edit.ts'
import type { RefundRow } from '../../money/payments/public.ts'
import type { OrderRow } from '../orders/public.ts'
import { type DeskItem, type DeskLine, nameOf, netOf, unitOf } from './edit-items.ts'
import { type EditMoney, whenOf } from './edit-money.ts'
import type { Place } from './edit-place.ts'

/** Everything of a change, as it is done and as it is shown before. */
export interface Edited {
  before: OrderRow
  after: OrderRow
  cause: EditCause
  items: readonly DeskItem[]
  itemsAfter: readonly DeskItem[]
  plan: EditPlan<DeskLine>
  refunds: readonly RefundRow[]
  place: { before: Place; after: Place }
  remark: { before: string; after: string }
  swaps: readonly string[]
  rows: { before: EditRows; after: EditRows }
}
type EditRows = readonly { key: string; label: string; amount: Fen }[]

const totalOf = ({ goodsAmount, reductionAmount, shippingAmount }: EditMoney): Fen =>
  subtract((goodsAmount + shippingAmount) as Fen, reductionAmount)

interface Shown {
  lines: readonly DeskItem[]
  order: OrderRow
  money: EditMoney
  receiver: string
  remark: string
}

/** An order as a change keeps it; money in fen. */
export const shownOf = ({ lines, order, money, receiver, remark }: Shown) => ({
  status: order.status,
  lines: lines.map((item) => ({ id: item.id, name: nameOf(item), unit: unitOf(item), number: item.number, paid: netOf(item.lines) })),
  total: totalOf(money),
  shipping: money.shippingAmount,
  voucher: money.voucherAmount,
  balance: money.balanceAmount,
  payable: money.payableAmount,
  receiver,
  remark,
})

interface Changed {
  item: DeskItem
  after: number
  paid: Fen
}

function changedOf({ items, itemsAfter }: Edited): Changed[] {
  const after = new Map(itemsAfter.map((item) => [item.id, item]))
  return items.flatMap((item) => {
    const now = after.get(item.id)
    const number = now?.number ?? 0
    return number === item.number ? [] : [{ item, after: number, paid: now ? netOf(now.lines) : ZERO }]
  })
}

const numbered = ({ item, after }: Changed): string =>
  after === 0
    ? `${nameOf(item)} ${item.number} ${unitOf(item)}不要了`
    : `${nameOf(item)} 由 ${item.number} ${unitOf(item)}改为 ${after} ${unitOf(item)}`

/** For the log and the message that the buyer reads. */
export function logText(edited: Edited): string {
  const { before, after, place, remark, swaps } = edited
  const [was, is] = [totalOf(before), totalOf(after)]
  const parts = [
    ...changedOf(edited).map(numbered),
    ...swaps,
    ...(place.before.text === place.after.text ? [] : [`收货地址改为 ${place.after.text}`]),
    ...(remark.before === remark.after ? [] : [`备注改为“${remark.after}”`]),
    ...(was === is ? [] : [`合计由 ¥${yuan(was)} 改为 ¥${yuan(is)}`]),
  ]
  return `订单修改：${parts.join('；')}`
}

/** Rows of both sides beside each other, and how much is paid in which way. */
function moneyWire({ rows, before, after }: Edited): OrderEditPreviewWire['money'] {
  const keys = new Map([...rows.before, ...rows.after].map((row) => [row.key, row.label]))
  const amount = (side: Edited['rows']['before'], key: string): Fen => side.find((row) => row.key === key)?.amount ?? ZERO
  const paid = before.status === 'pending_payment' ? '渠道应付' : '渠道已付'
  return [
    ...[...keys].map(([key, label]) => ({ key, label, before: yuan(amount(rows.before, key)), after: yuan(amount(rows.after, key)) })),
    { key: 'payable', label: paid, before: yuan(before.payableAmount), after: yuan(after.payableAmount) },
    { key: 'total', label: '订单合计', before: yuan(totalOf(before)), after: yuan(totalOf(after)) },
  ]
}

function backWire({ refunds, before, after }: Edited, channelName: (channel: string) => string): OrderEditPreviewWire['back'] {
  const unpaid = before.status === 'pending_payment' ? subtract(before.payableAmount, after.payableAmount) : ZERO
  return [
    ...(unpaid > 0 ? [{ to: '应付减少', amount: yuan(unpaid), when: '还没有付，直接少付' }] : []),
    ...refunds.map((one) => ({ to: channelName(one.channel), amount: yuan(one.amount), when: whenOf(one) })),
  ]
}

const unlike = (label: string, before: string, after: string) => (before === after ? [] : [{ label, before, after }])

function notesOf({ plan, before, after, place }: Edited): string[] {
  return [
    ...plan.lost.map(({ benefit, name, number, unit }) => `不再满足“${benefit}”：${name} ${number} ${unit}不随单`),
    ...(plan.shipping > 0 ? [`不再满足免运费，收运费 ¥${yuan(plan.shipping)}`] : []),
    ...(plan.goods > 0 ? ['单价与优惠按原订单分摊，不重新计算；优惠券不退回', '发票在发货后按修改后的数量与金额开具'] : []),
    ...(place.before.text === place.after.text || before.shippingAmount !== after.shippingAmount ? [] : ['换地址不改变运费']),
    ...(before.status === 'pending_payment' ? ['已发起而没有付的款会关闭；按原金额付来的，原路退回'] : []),
  ]
}

/** To the fen what happens; the stamp comes on top. */
export function previewOf(edited: Edited, channelName: (channel: string) => string): Omit<OrderEditPreviewWire, 'stamp'> {
  const { before, after, place, remark, swaps, plan } = edited
  const lost = new Map(plan.lost.map((one) => [one.name, one.benefit]))
  return {
    version: before.edits,
    items: changedOf(edited).map(({ item, after: number, paid }) => ({
      id: item.id,
      name: nameOf(item),
      unit: unitOf(item),
      before: item.number,
      after: number,
      paid_before: yuan(netOf(item.lines)),
      paid_after: yuan(paid),
      why: lost.has(nameOf(item)) ? `不再满足“${lost.get(nameOf(item))}”` : '',
    })),
    money: moneyWire(edited),
    back_total: yuan(subtract(totalOf(before), totalOf(after))),
    back: backWire(edited, channelName),
    earns: [
      ...unlike('满额返现', `¥${yuan(before.cashbackAmount)}`, `¥${yuan(after.cashbackAmount)}`),
      ...unlike('积分', String(before.points), String(after.points)),
    ],
    others: [
      ...unlike('收货地址', place.before.text, place.after.text),
      ...unlike('备注', remark.before, remark.after),
      ...swaps.map((text) => ({ label: '批号', before: '', after: text })),
    ],
    notes: notesOf(edited),
    is_paid: before.status !== 'pending_payment' || after.payableAmount === 0 ? 1 : 0,
  }
}
