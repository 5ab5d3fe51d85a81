import type { PricedLine } from './answer.ts'
import type { PricingLine } from './terms.ts'

/** From priced lines to the orders of a checkout: one per (warehouse, ephedrine or not). */

export interface OrderDraft {
  key: string
  warehouseId: number
  warehouseName: string
  isEphedrine: boolean
  lines: { line: PricingLine; priced: PricedLine }[]
}

/** Ordinary orders before those of ephedrine goods, each kind by warehouse, so that the order of lines never matters. */
export function splitOrders(lines: readonly { line: PricingLine; priced: PricedLine }[]): OrderDraft[] {
  const orders = new Map<string, OrderDraft>()
  for (const one of lines) {
    const { warehouseId, warehouseName, isEphedrine } = one.line
    const key = `${warehouseId}-${isEphedrine ? 'hm' : 'pt'}`
    const order = orders.get(key)
    if (order) order.lines.push(one)
    else orders.set(key, { key, warehouseId, warehouseName, isEphedrine, lines: [one] })
  }
  return [...orders.values()].sort((a, b) => Number(a.isEphedrine) - Number(b.isEphedrine) || a.warehouseId - b.warehouseId)
}
