/**
 * What a buyer may hold without having paid: so many orders, and of a goods in a warehouse no more than a share of what could
 * be sold. Stock is held from the moment an order is placed; without this one buyer could empty the shop for nothing.
 */
export interface UnpaidLimits {
  /** Orders that wait for their money. */
  orders: number
  /** Percent of what could be sold if none of it were held by this buyer. */
  share: number
  /** So many units may always be held, however little there is. */
  floor: number
}
export const DEFAULT_UNPAID_LIMITS: UnpaidLimits = { orders: 20, share: 50, floor: 50 }

/** Setting 'unpaid_limits': {orders, share, floor}; what is missing or makes no sense is the default. */
export function unpaidLimitsFrom(setting: unknown): UnpaidLimits {
  const said = (typeof setting === 'object' && setting !== null ? setting : {}) as Partial<Record<keyof UnpaidLimits, unknown>>
  const count = (key: keyof UnpaidLimits, least: number, most: number): number => {
    const value = said[key]
    const isCount = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    return isCount ? value : DEFAULT_UNPAID_LIMITS[key]
  }
  return { orders: count('orders', 1, 10_000), share: count('share', 1, 100), floor: count('floor', 0, 1_000_000) }
}

/** A goods in a warehouse: what this buyer holds unpaid, the order in question among it, and what is left to others. */
export interface UnpaidStock {
  name: string
  unit: string
  held: number
  available: number
}

export interface UnpaidRefusal {
  code: 'UNPAID_ORDERS' | 'UNPAID_STOCK'
  message: string
}

export const mostUnpaid = ({ held, available }: UnpaidStock, { share, floor }: UnpaidLimits): number =>
  Math.max(floor, Math.floor(((held + available) * share) / 100))

/** Why no more may be held; orders counts the ones in question. Null: it may. */
export function unpaidRefusal(orders: number, stock: readonly UnpaidStock[], limits: UnpaidLimits): UnpaidRefusal | null {
  if (orders > limits.orders)
    return { code: 'UNPAID_ORDERS', message: `最多可有 ${limits.orders} 笔订单待付款，请先付款或取消待付款订单，再下单` }
  const over = stock.find((one) => one.held > mostUnpaid(one, limits))
  if (!over) return null
  const most = `${mostUnpaid(over, limits)} ${over.unit}`
  const message = `${over.name}：未付款的订单最多可占 ${most}（含本单 ${over.held} ${over.unit}），请减少数量，或先付款、取消待付款订单`
  return { code: 'UNPAID_STOCK', message }
}
