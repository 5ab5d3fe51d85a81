import type { Field } from './assignment.ts'
import type { Freight } from './carriage.ts'
import type { ScopedCoupon } from './coupons.ts'
import type { ExchangeField } from './exchanges.ts'
import type { ShippingRegion } from './terms.ts'

/** What does not change while assignments are compared. */
export interface Basis {
  field: Field
  exchange: ExchangeField
  coupons: readonly ScopedCoupon[]
  /** The buyer named the coupons: all of them that can be used are used. */
  couponsChosen: boolean
  rule: ShippingRegion | null
  /** Of ordinary items, then of exchange items. */
  freight: Freight
}
