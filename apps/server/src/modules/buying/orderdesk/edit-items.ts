import { lineTag } from '#domain/cart.ts'
import { add, type Fen, subtract } from '#domain/money.ts'
import type { PriceSource } from '#domain/price.ts'
import { type EditItem, itemsOf } from '#domain/pricing/edit.ts'
import { stepOf } from '#domain/quantity.ts'
import type { Connection } from '../../../platform/database.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { goodsFacts, quantityRule } from '../../goods/catalogue/public.ts'
import { type EditableLine, moneyRowsOf, type OrderMoney, type OrderMoneyRow, type OrderRow } from '../orders/public.ts'

/** An order's lines as people speak of them: a bundle is one. */

export type DeskLine = EditableLine & { unit: string }
export type DeskItem = EditItem<DeskLine>

export const deskLines = (lines: readonly EditableLine[]): DeskLine[] => lines.map((line) => ({ ...line, unit: line.goods.unit ?? '' }))

const first = ({ lines }: DeskItem): DeskLine => {
  const [line] = lines
  if (line === undefined) throw new Error('an item without lines')
  return line
}
export const isBundle = (item: DeskItem): boolean => first(item).bundleId !== null
export const nameOf = (item: DeskItem): string => (isBundle(item) ? (first(item).goods.bundle ?? '组合') : first(item).name)
export const unitOf = (item: DeskItem): string => (isBundle(item) ? '套' : first(item).unit)
const specOf = (item: DeskItem): string =>
  isBundle(item) ? item.lines.map((line) => `${line.name} ${line.number} ${line.unit}`).join(' + ') : (first(item).goods.spec ?? '')
const makerOf = (item: DeskItem): string => (isBundle(item) ? '' : (first(item).goods.manufacturer ?? ''))
const sourceOf = (item: DeskItem): string => first(item).priceSource

export const netOf = (lines: readonly { amount: Fen; reduction: Fen }[]): Fen =>
  add(...lines.map((line) => subtract(line.amount, line.reduction)))

/** By which steps an item may become smaller: packs are not broken for an order that becomes smaller, either. */
export async function stepsOf(
  connection: Connection,
  order: OrderRow,
  items: readonly DeskItem[],
  now: Date,
): Promise<Map<number, number>> {
  const company = await loadCompany(connection, order.companyId)
  const plain = items.filter((item) => {
    const { bundleId, giftId, exchangeId } = first(item)
    return bundleId === null && giftId === null && exchangeId === null
  })
  if (company === null || plain.length === 0) return new Map()
  const keys = plain.map((item) => {
    const { goodsId, offerId, goods } = first(item)
    return { goodsId, offerId, wholeCase: goods.whole_case ?? false }
  })
  const facts = await goodsFacts(connection, keys, company, now)
  return new Map(
    plain.flatMap((item, at) => {
      const one = facts[at]
      const step = one ? stepOf(quantityRule(one, now)) : 1
      // A pack that has changed since does not stand in the way of what was ordered by another one.
      return item.number % step === 0 ? [[item.id, step] as const] : []
    }),
  )
}

/** The sum of an order, row by row; gifts are not counted. */
export const rowsSummed = ({ items, money }: { items: readonly DeskItem[]; money: OrderMoney }): OrderMoneyRow[] =>
  moneyRowsOf({
    lines: items
      .filter((item) => item.lines.every((line) => line.giftId === null))
      .map((item) => ({ number: item.number, shares: item.lines.flatMap((line) => [...line.shares]) })),
    goods: money.goodsAmount,
    shipping: money.shippingAmount,
    voucher: money.voucherAmount,
    balance: money.balanceAmount,
  })

/** What a page shows of an item. */
export const factsOf = (item: DeskItem, steps: ReadonlyMap<number, number>) => ({
  id: item.id,
  name: nameOf(item),
  maker: makerOf(item),
  spec: specOf(item),
  unit: unitOf(item),
  tag: lineTag(sourceOf(item) as PriceSource),
  number: item.number,
  step: steps.get(item.id) ?? 1,
})

export const allItems = (lines: readonly DeskLine[]): DeskItem[] => itemsOf(lines)
