/** Dates of the trade are Beijing calendar dates, written YYYY-MM-DD and compared as text. */
export type TradeDate = string

const BEIJING_OFFSET_MS = 8 * 3600 * 1000

export function beijingDate(now: Date): TradeDate {
  return new Date(now.getTime() + BEIJING_OFFSET_MS).toISOString().slice(0, 10)
}

/** To the minute, in Beijing: 2026-11-21 09:42 */
export const beijingMinute = (at: Date): string => new Date(at.getTime() + BEIJING_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')

/** A moment as a person picks it in a calendar, or null: the last ones that a Date can hold have no name in Beijing, nor a place in the database. */
export function momentOf(text: string): Date | null {
  const at = new Date(text)
  const year = at.getUTCFullYear()
  return year >= 2000 && year <= 2999 ? at : null
}

export function addDays(date: TradeDate, days: number): TradeDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same day so many months later, or the last day of that month where it has no such day. */
export function addMonths(date: TradeDate, months: number): TradeDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** Whole days from one date to another; negative when it has passed. */
export function daysBetween(from: TradeDate, to: TradeDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** A licence that expires today is still valid today. Null is 长期. */
export function isValidOn(expiresOn: TradeDate | null, today: TradeDate): boolean {
  return expiresOn === null || expiresOn >= today
}

/** Goods that expire within about six months are near expiry (近效期): the same on cards, in facets and in filters. */
const NEAR_EXPIRY_DAYS = 183

/** The last expiry date that still counts as near. */
export function nearExpiryLimit(today: TradeDate): TradeDate {
  return addDays(today, NEAR_EXPIRY_DAYS)
}
