import { fenFromYuan } from '#domain/money.ts'
import { DEFAULT_DEADLINES, type PayDeadlines } from '#domain/orders.ts'
import { DEFAULT_SHIPPING, type ShippingRule } from '#domain/shipping.ts'
import type { Connection } from '../../platform/database.ts'
import { readSettings } from './store.ts'

/** The terms on which the shop sells. Settings that are missing or unreadable leave the rule's own default. */
export interface Terms {
  shipping: ShippingRule
  deadlines: PayDeadlines
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** setting 'shipping': {free_from: '800.00', fee: '12.00'}; 'order_deadlines': {ordinary_minutes, flash_minutes, ephedrine_minutes}. */
function termsFrom(settings: ReadonlyMap<string, unknown>): Terms {
  const shipping = fieldsOf(settings.get('shipping'))
  const deadlines = fieldsOf(settings.get('order_deadlines'))
  return {
    shipping: { freeFrom: money(shipping.free_from, DEFAULT_SHIPPING.freeFrom), fee: money(shipping.fee, DEFAULT_SHIPPING.fee) },
    deadlines: {
      ordinaryMinutes: minutes(deadlines.ordinary_minutes, DEFAULT_DEADLINES.ordinaryMinutes),
      flashMinutes: minutes(deadlines.flash_minutes, DEFAULT_DEADLINES.flashMinutes),
      ephedrineMinutes: minutes(deadlines.ephedrine_minutes, DEFAULT_DEADLINES.ephedrineMinutes),
    },
  }
}

function money(value: unknown, otherwise: ShippingRule['fee']): ShippingRule['fee'] {
  const amount = typeof value === 'string' || typeof value === 'number' ? fenFromYuan(value) : null
  return amount !== null && amount >= 0 ? amount : otherwise
}

function minutes(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise
}

export const readTerms = async (connection: Connection): Promise<Terms> =>
  termsFrom(await readSettings(connection, ['shipping', 'order_deadlines']))
