import { add, allocate, type Fen, fen, subtract, ZERO } from '../money.ts'
import type { PricedGift, PricedOrder } from './answer.ts'
import type { Carriage } from './carriage.ts'
import { type CashbackStand, pointsFor } from './earnings.ts'
import type { OrderDraft } from './split.ts'
import type { PricingContext } from './terms.ts'

/** The fee of a warehouse on its first order; cash vouchers and then the balance over the orders that they may pay. */

/** Spends of a purse what is wished and held, over what may be paid from it. */
function spend(purse: { held: Fen; wished: Fen }, payable: readonly number[]): Fen[] {
  const most = payable.reduce((sum, amount) => sum + amount, 0)
  const used = Math.max(0, Math.min(purse.wished, purse.held, most))
  return used === 0 ? payable.map(() => ZERO) : allocate(fen(used), payable)
}

export function payOrders(
  drafts: readonly OrderDraft[],
  carriages: readonly Carriage[],
  gifts: readonly PricedGift[],
  cashbacks: ReadonlyMap<string, CashbackStand>,
  context: PricingContext,
): PricedOrder[] {
  const charged = new Set<number>()
  const orders = drafts.map((draft) => {
    const goods = add(...draft.lines.map(({ priced }) => priced.amount))
    const reduction = add(...draft.lines.map(({ priced }) => priced.reduction))
    const isFirst = !charged.has(draft.warehouseId)
    charged.add(draft.warehouseId)
    const shipping = isFirst ? (carriages.find((one) => one.warehouseId === draft.warehouseId)?.fee ?? ZERO) : ZERO
    return { draft, goods, reduction, shipping, isFirst, owed: add(subtract(goods, reduction), shipping) }
  })
  // Ephedrine goods are paid by the company's bank transfer alone, so neither purse goes to their order.
  const owed = orders.map((order): number => (order.draft.isEphedrine ? 0 : order.owed))
  const vouchers = spend(context.voucher, owed)
  const balances = spend(
    context.balance,
    owed.map((amount, index) => amount - (vouchers[index] ?? 0)),
  )
  return orders.map(({ draft, goods, reduction, shipping, isFirst, owed: total }, index): PricedOrder => {
    const voucher = vouchers[index] ?? ZERO
    const balance = balances[index] ?? ZERO
    const cashback = cashbacks.get(draft.key)
    return {
      key: draft.key,
      warehouseId: draft.warehouseId,
      warehouseName: draft.warehouseName,
      isEphedrine: draft.isEphedrine,
      lineIds: draft.lines.map(({ line }) => line.id),
      gifts: isFirst ? gifts.filter((gift) => gift.warehouseId === draft.warehouseId) : [],
      goods,
      reduction,
      shipping,
      voucher,
      balance,
      payable: subtract(total, voucher, balance),
      cashback: cashback?.amount ?? ZERO,
      cashbackPromotionId: cashback?.promotionId ?? 0,
      points: draft.isEphedrine ? 0 : pointsFor(subtract(goods, reduction), context.pointsPerYuan),
    }
  })
}
