import { type Fen, fenFromYuan } from '#domain/money.ts'
import { DEFAULT_DEADLINES, type PayDeadlines } from '#domain/orders.ts'
import type { ShippingRegion } from '#domain/pricing/pricing.ts'
import { DEFAULT_SHIPPING } from '#domain/shipping.ts'
import type { DeliveryPlace } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { readTermRows } from './store.ts'

/** The terms on which the shop sells. Settings that are missing or unreadable leave the rule's own default. */
export interface Terms {
  shipping: readonly ShippingRegion[]
  deadlines: PayDeadlines
  /** Points for each whole yuan really paid. */
  pointsPerYuan: number
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const DEFAULT_POINTS_PER_YUAN = 1

/**
 * shipping: {free_from: '800.00', fee: '12.00', regions?: [{provinces: ['西藏自治区'], free_from, fee}]}
 * order_deadlines: {ordinary_minutes, flash_minutes, ephedrine_minutes} · points: {per_yuan}
 */
export function termsFrom(settings: ReadonlyMap<string, unknown>): Terms {
  const deadlines = fieldsOf(settings.get('order_deadlines'))
  return {
    shipping: shippingFrom(fieldsOf(settings.get('shipping'))),
    deadlines: {
      ordinaryMinutes: countOf(deadlines.ordinary_minutes, DEFAULT_DEADLINES.ordinaryMinutes),
      flashMinutes: countOf(deadlines.flash_minutes, DEFAULT_DEADLINES.flashMinutes),
      ephedrineMinutes: countOf(deadlines.ephedrine_minutes, DEFAULT_DEADLINES.ephedrineMinutes),
    },
    pointsPerYuan: pointsFrom(fieldsOf(settings.get('points')).per_yuan),
  }
}

/** Regions first; the rule for everywhere else comes last. */
function shippingFrom(setting: Fields): ShippingRegion[] {
  const everywhere = {
    provinces: [],
    freeFrom: money(setting.free_from, DEFAULT_SHIPPING.freeFrom),
    fee: money(setting.fee, DEFAULT_SHIPPING.fee),
  }
  const regions = (Array.isArray(setting.regions) ? setting.regions : []).flatMap((value): ShippingRegion[] => {
    const region = fieldsOf(value)
    const provinces = (Array.isArray(region.provinces) ? region.provinces : []).filter((name) => typeof name === 'string')
    if (provinces.length === 0) return []
    return [{ provinces, freeFrom: money(region.free_from, everywhere.freeFrom), fee: money(region.fee, everywhere.fee) }]
  })
  return [...regions, everywhere]
}

function money(value: unknown, otherwise: Fen): Fen {
  const amount = typeof value === 'string' || typeof value === 'number' ? fenFromYuan(value) : null
  return amount !== null && amount >= 0 ? amount : otherwise
}

const countOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise

const pointsFrom = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : DEFAULT_POINTS_PER_YUAN

export const TERM_KEYS = ['shipping', 'order_deadlines', 'points'] as const

/** With the place that the goods would go to: an address of the company (default: its default one), else its own. */
export async function readTerms(
  connection: Connection,
  company: { id: number; province: string },
  addressId: number | null = null,
): Promise<Terms & { shipTo: string; place: DeliveryPlace | null }> {
  const { settings, place } = await readTermRows(connection, TERM_KEYS, company.id, addressId)
  return { ...termsFrom(settings), shipTo: place?.province ?? company.province, place }
}
