import { fen } from './money.ts'
import type { ShippingRegion } from './pricing/terms.ts'

/** What the shop charges for bringing the goods of one warehouse, where it has not set its own rule. */
export const DEFAULT_SHIPPING: ShippingRegion = { provinces: [], freeFrom: fen(80_000), fee: fen(1_200) }
