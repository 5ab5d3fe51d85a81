import { add, allocate, type Fen, subtract, yuan, ZERO } from './money.ts'
import { type ShippingRule, shippingOf } from './shipping.ts'

/**
 * From chosen lines to the orders of a checkout: one order per (warehouse, ephedrine or not) (domain rule 'Orders'),
 * shipping per warehouse, the balance spread over the orders it may pay.
 */
export interface ChosenLine {
  id: number
  warehouseId: number
  warehouseName: string
  isEphedrine: boolean
  number: number
  amount: Fen
  freeFromNumber: number | null
}

export interface DraftOrder<Line extends ChosenLine> {
  key: string
  warehouseId: number
  warehouseName: string
  isEphedrine: boolean
  lines: Line[]
  goods: Fen
  shipping: Fen
  /** Paid from the balance. */
  balance: Fen
  /** Left for a payment channel. */
  payable: Fen
}

export interface MoneyRowDraft {
  key: 'goods' | 'shipping' | 'balance'
  label: string
  note: string
  amount: Fen
}

export interface CheckoutDraft<Line extends ChosenLine> {
  orders: DraftOrder<Line>[]
  goods: Fen
  shipping: Fen
  shippingNote: string
  balance: Fen
  /** What is left to pay over all orders; the rows sum to it. */
  total: Fen
  rows: MoneyRowDraft[]
}

export interface CheckoutTerms {
  shipping: ShippingRule
  /** What the buyer wants to pay from the balance, and what the balance holds. */
  balanceWished: Fen
  balanceHeld: Fen
}

export function draftCheckout<Line extends ChosenLine>(lines: readonly Line[], terms: CheckoutTerms): CheckoutDraft<Line> {
  const split = splitOrders(lines)
  const notes: string[] = []
  const shippings = chargeShipping(split, terms.shipping, notes)
  const totals = split.map((order, index) => add(order.goods, shippings[index] ?? ZERO))
  const balances = spreadBalance(split, totals, terms)
  const orders = split.map((order, index): DraftOrder<Line> => {
    const shipping = shippings[index] ?? ZERO
    const balance = balances[index] ?? ZERO
    return { ...order, shipping, balance, payable: subtract(add(order.goods, shipping), balance) }
  })
  const goods = add(...orders.map((order) => order.goods))
  const shipping = add(...orders.map((order) => order.shipping))
  const balance = add(...orders.map((order) => order.balance))
  const units = lines.reduce((sum, line) => sum + line.number, 0)
  const shippingNote = notes.join('；')
  const rows: MoneyRowDraft[] = [
    { key: 'goods', label: '商品金额', note: `${lines.length} 种 ${units} 件`, amount: goods },
    { key: 'shipping', label: '运费', note: shippingNote, amount: shipping },
  ]
  if (balance > 0) rows.push({ key: 'balance', label: '余额', note: `余额抵扣 ¥${yuan(balance)}`, amount: subtract(ZERO, balance) })
  return { orders, goods, shipping, shippingNote, balance, total: add(goods, shipping, subtract(ZERO, balance)), rows }
}

type SplitOrder<Line extends ChosenLine> = Omit<DraftOrder<Line>, 'shipping' | 'balance' | 'payable'>

/** Warehouses in the order in which the cart names them, ordinary goods before ephedrine goods. */
function splitOrders<Line extends ChosenLine>(lines: readonly Line[]): SplitOrder<Line>[] {
  const orders = new Map<string, SplitOrder<Line>>()
  for (const line of [...lines].sort((a, b) => Number(a.isEphedrine) - Number(b.isEphedrine))) {
    const { warehouseId, warehouseName, isEphedrine } = line
    const key = `${warehouseId}-${isEphedrine ? 'hm' : 'pt'}`
    const order = orders.get(key) ?? { key, warehouseId, warehouseName, isEphedrine, lines: [], goods: ZERO }
    order.lines.push(line)
    order.goods = add(order.goods, line.amount)
    orders.set(key, order)
  }
  return [...orders.values()]
}

/** The fee of a warehouse stands on its first order; both its orders count towards free shipping. */
function chargeShipping<Line extends ChosenLine>(orders: readonly SplitOrder<Line>[], rule: ShippingRule, notes: string[]): Fen[] {
  const charged = new Set<number>()
  return orders.map((order) => {
    if (charged.has(order.warehouseId)) return ZERO
    charged.add(order.warehouseId)
    const together = orders.filter((one) => one.warehouseId === order.warehouseId).flatMap((one) => one.lines)
    const shipping = shippingOf(together, order.warehouseName, rule)
    notes.push(shipping.note)
    return shipping.amount
  })
}

/** Ephedrine goods are paid by the company's bank transfer alone, so no balance goes to their order. */
function spreadBalance<Line extends ChosenLine>(orders: readonly SplitOrder<Line>[], totals: readonly Fen[], terms: CheckoutTerms): Fen[] {
  const weights = orders.map((order, index): number => (order.isEphedrine ? 0 : (totals[index] ?? 0)))
  const most = weights.reduce((sum, weight) => sum + weight, 0)
  const used = Math.max(0, Math.min(terms.balanceWished, terms.balanceHeld, most)) as Fen
  return used === 0 ? orders.map(() => ZERO) : allocate(used, weights)
}
