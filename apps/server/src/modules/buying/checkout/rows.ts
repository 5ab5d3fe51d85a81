import type { Priced, PricedOrder } from '#domain/pricing/pricing.ts'
import { moneyRowsOf, type OrderMoneyRow } from '../orders/public.ts'

/** The sum of one order as step 2 has it for the whole checkout. */
export function orderRows(priced: Priced, order: PricedOrder): OrderMoneyRow[] {
  const own = new Set(order.lineIds)
  const { goods, shipping, voucher, balance } = order
  return moneyRowsOf({ lines: priced.lines.filter((line) => own.has(line.id)), goods, shipping, voucher, balance })
}
