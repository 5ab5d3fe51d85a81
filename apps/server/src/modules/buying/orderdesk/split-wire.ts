import type { OrderSplitPreviewWire, SplitStage } from '#contract/order-split.ts'
import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { OrderMoney, OrderRow } from '../orders/public.ts'
import { type DeskItem, nameOf, netOf, rowsSummed, unitOf } from './edit-items.ts'

/** One of the two orders. */
export interface Half {
  items: readonly DeskItem[]
  money: OrderMoney
}

/** Everything of a split, as it is done and as it is shown before. */
export interface Halved {
  /** As it was. */
  order: OrderRow
  items: readonly DeskItem[]
  kept: Half
  moved: Half
  newNo: string
  whys: ReadonlyMap<number, string>
  stage: SplitStage
}

const totalOf = ({ goodsAmount, reductionAmount, shippingAmount }: OrderMoney): Fen =>
  subtract(add(goodsAmount, shippingAmount), reductionAmount)

/** An order as the record of a split keeps it; money in fen. */
export const halfShown = ({ items }: Pick<Half, 'items'>, money: OrderMoney) => ({
  lines: items.map((item) => ({ id: item.id, name: nameOf(item), unit: unitOf(item), number: item.number, paid: netOf(item.lines) })),
  goods: money.goodsAmount,
  reduction: money.reductionAmount,
  shipping: money.shippingAmount,
  voucher: money.voucherAmount,
  balance: money.balanceAmount,
  payable: money.payableAmount,
  paid: money.paidAmount,
  cashback: money.cashbackAmount,
  points: money.points,
})

export const goneText = ({ moved }: Halved): string =>
  moved.items.map((item) => `${nameOf(item)} ${item.number} ${unitOf(item)}`).join('、')

const EARNINGS = [
  ['cashback', '满额返现', ({ cashbackAmount }: OrderMoney) => yuan(cashbackAmount)],
  ['points', '积分', ({ points }: OrderMoney) => String(points)],
] as const

function moneyWire({ order, items, kept, moved }: Halved): OrderSplitPreviewWire['money'] {
  const halves = [{ items, money: order }, kept, moved]
  const rows = halves.map(rowsSummed)
  const labels = new Map(rows.flat().map((row) => [row.key, row.label]))
  const three = (of: (half: Half, at: number) => string) => {
    const [before = '', stays = '', goes = ''] = halves.map(of)
    return { before, kept: stays, moved: goes }
  }
  const amount = (at: number, key: string): Fen => rows[at]?.find((row) => row.key === key)?.amount ?? ZERO
  return [
    ...[...labels].map(([key, label]) => ({ key, label, ...three((_half, at) => yuan(amount(at, key))) })),
    { key: 'payable', label: '渠道已付', ...three(({ money }) => yuan(money.payableAmount)) },
    { key: 'total', label: '订单合计', ...three(({ money }) => yuan(totalOf(money))) },
    ...EARNINGS.filter(([, , of]) => Number(of(order)) > 0).map(([key, label, of]) => ({ key, label, ...three(({ money }) => of(money)) })),
  ]
}

function notesOf({ order, items, kept, moved, stage }: Halved): string[] {
  const given = (list: readonly DeskItem[]) => list.some((item) => item.lines.some((line) => line.giftId !== null))
  return [
    stage === 'picking' ? '留下的继续复核发货；拆出的回到待拣货' : '两张订单各自拣货、发货、开票、售后',
    '单价与优惠按原订单分摊，不重新计算；不收也不退款',
    ...(given(items) && !given(moved.items) ? ['赠品留在原订单'] : []),
    ...(given(items) && !given(kept.items) ? ['赠品随拆出的订单'] : []),
    ...(order.heldAt === null ? [] : ['订单正在暂停：两张都保持暂停，原因消除后分别解除']),
    ...(order.isEphedrine ? ['含特殊药品复方制剂：两张订单各交一份回执'] : []),
  ]
}

/** To the fen what happens; the stamp comes on top. Without prices, no amount is told. */
export function splitPreview(halved: Halved, seesPrices: boolean): Omit<OrderSplitPreviewWire, 'stamp'> {
  const { order, items, kept, moved, newNo, whys } = halved
  const find = (half: Half, { lines: [line] }: DeskItem) => half.items.find(({ lines: [own] }) => own?.id === line?.id)
  const paid = (item: DeskItem | undefined) => (seesPrices ? yuan(item ? netOf(item.lines) : ZERO) : null)
  return {
    version: order.edits,
    no: order.no,
    new_no: newNo,
    items: items.map((item) => {
      const [stays, goes] = [find(kept, item), find(moved, item)]
      return {
        id: item.id,
        name: nameOf(item),
        unit: unitOf(item),
        kept: stays?.number ?? 0,
        moved: goes?.number ?? 0,
        kept_paid: paid(stays),
        moved_paid: paid(goes),
        why: whys.get(item.id) ?? '',
      }
    }),
    money: seesPrices ? moneyWire(halved) : [],
    notes: notesOf(halved),
  }
}
