import { add, type Fen, fen, subtract, yuan, ZERO } from './money.ts'

/** What the shop charges for bringing the goods of one warehouse. */
export interface ShippingRule {
  freeFrom: Fen
  fee: Fen
}
export const DEFAULT_SHIPPING: ShippingRule = { freeFrom: fen(80_000), fee: fen(1_200) }

export interface ShippedLine {
  amount: Fen
  number: number
  /** dpby: the goods ships free by itself from this many units; null = never. */
  freeFromNumber: number | null
}

export interface Shipping {
  amount: Fen
  /** What is missing to free shipping; zero where nothing is charged. */
  missing: Fen
  note: string
}

/**
 * Shipping of all that leaves one warehouse in one checkout, ephedrine goods included: they travel together, only
 * their paper is apart. Goods that ship free by themselves ask for no fee, and their amount still counts.
 */
export function shippingOf(lines: readonly ShippedLine[], warehouseName: string, rule: ShippingRule): Shipping {
  if (lines.length === 0) return { amount: ZERO, missing: ZERO, note: '' }
  const sum = add(...lines.map((line) => line.amount))
  if (sum >= rule.freeFrom) return { amount: ZERO, missing: ZERO, note: `${warehouseName}已满 ¥${yuan(rule.freeFrom)}，免运费` }
  if (lines.every((line) => line.freeFromNumber !== null && line.number >= line.freeFromNumber)) {
    return { amount: ZERO, missing: ZERO, note: `${warehouseName}单品包邮` }
  }
  const missing = subtract(rule.freeFrom, sum)
  return { amount: rule.fee, missing, note: `${warehouseName}满 ¥${yuan(rule.freeFrom)} 免运费，还差 ¥${yuan(missing)}` }
}
