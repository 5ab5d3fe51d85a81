import { type Fen, fenFromYuan } from '#domain/money.ts'
import { DEFAULT_DEADLINES, type PayDeadlines } from '#domain/orders.ts'
import { DEFAULT_POINTS_PER_YUAN } from '#domain/points.ts'
import type { ShippingRegion } from '#domain/pricing/pricing.ts'
import { DEFAULT_SHIPPING } from '#domain/shipping.ts'
import type { DeliveryPlace } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { type SettingsOf, settingsFrom } from '../../../platform/settings.ts'
import { readTermRows } from './store.ts'

/** The terms on which the shop sells. */
export interface Terms {
  shipping: readonly ShippingRegion[]
  deadlines: PayDeadlines
  /** Points for each whole yuan really paid. */
  pointsPerYuan: number
}

export const TERM_KEYS = ['shipping', 'order_deadlines', 'points'] as const
type TermSettings = SettingsOf<(typeof TERM_KEYS)[number]>

export const termsFrom = ({ shipping, order_deadlines: deadlines, points }: TermSettings): Terms => ({
  shipping: shippingFrom(shipping ?? {}),
  deadlines: {
    ordinaryMinutes: deadlines?.ordinary_minutes ?? DEFAULT_DEADLINES.ordinaryMinutes,
    flashMinutes: deadlines?.flash_minutes ?? DEFAULT_DEADLINES.flashMinutes,
    ephedrineMinutes: deadlines?.ephedrine_minutes ?? DEFAULT_DEADLINES.ephedrineMinutes,
  },
  pointsPerYuan: points?.per_yuan ?? DEFAULT_POINTS_PER_YUAN,
})

/** Regions first; the rule for everywhere else comes last. */
function shippingFrom({ free_from, fee, regions = [] }: NonNullable<TermSettings['shipping']>): ShippingRegion[] {
  const everywhere = { provinces: [], freeFrom: money(free_from, DEFAULT_SHIPPING.freeFrom), fee: money(fee, DEFAULT_SHIPPING.fee) }
  const named = regions.map((region) => ({
    provinces: region.provinces,
    freeFrom: money(region.free_from, everywhere.freeFrom),
    fee: money(region.fee, everywhere.fee),
  }))
  return [...named, everywhere]
}

const money = (yuan: string | number | undefined, otherwise: Fen): Fen => (yuan === undefined ? null : fenFromYuan(yuan)) ?? otherwise

/** With the place that the goods would go to: an address of the company (default: its default one), else its own. */
export async function readTerms(
  connection: Connection,
  company: { id: number; province: string },
  addressId: number | null = null,
): Promise<Terms & { shipTo: string; place: DeliveryPlace | null }> {
  const { settings, place } = await readTermRows(connection, TERM_KEYS, company.id, addressId)
  return { ...termsFrom(settingsFrom(TERM_KEYS, settings)), shipTo: place?.province ?? company.province, place }
}
