import { addDays, addMonths, type TradeDate } from '#domain/dates.ts'

/** A day of Beijing as moments. */
export interface Span {
  from: Date
  /** The moment after it. */
  until: Date
}
const midnight = (day: TradeDate): Date => new Date(`${day}T00:00:00+08:00`)
export const spanOf = (day: TradeDate): Span => ({ from: midnight(day), until: midnight(addDays(day, 1)) })

export const monthOf = (day: TradeDate): TradeDate => `${day.slice(0, 7)}-01`

/** Days of a report, of which whole months that are summed are read as months: [from, months.from) and [months.until, to] by days. */
export interface Reach {
  from: TradeDate
  to: TradeDate
  months: { from: TradeDate; until: TradeDate }
}

/** summed: the first days of the months that are summed. */
export function reachOf(from: TradeDate, to: TradeDate, summed: ReadonlySet<TradeDate>): Reach {
  const first = from === monthOf(from) ? from : addMonths(monthOf(from), 1)
  let until = first
  while (summed.has(until) && addDays(addMonths(until, 1), -1) <= to) until = addMonths(until, 1)
  return { from, to, months: { from: first, until } }
}
