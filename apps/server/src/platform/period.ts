import { addDays } from '#domain/dates.ts'
import { fieldErrors } from './errors.ts'

export interface Period {
  from: Date | null
  /** The moment after the last day. */
  until: Date | null
}

const midnight = (date: string): Date => new Date(`${date}T00:00:00+08:00`)

function dayOf(field: string, text: string | undefined, plusDays: number): Date | null {
  if (!text) return null
  // 2026-02-30 has the right form and is no date.
  if (Number.isNaN(midnight(text).getTime()) || addDays(text, 0) !== text) throw fieldErrors([{ field, message: '日期不存在' }])
  return midnight(addDays(text, plusDays))
}

/** From the first moment of one Beijing date to the last of another; either may be left open. */
export const periodOf = (query: { start_time?: string; end_time?: string }): Period => ({
  from: dayOf('start_time', query.start_time, 0),
  until: dayOf('end_time', query.end_time, 1),
})

/** YYYY-MM of Beijing as a period, with the month after it. */
export function monthPeriod(month: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: midnight(`${month}-01`), until: midnight(`${next}-01`) }
}
