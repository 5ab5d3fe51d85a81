import { addDays, beijingDate, beijingMinute } from './dates.ts'

/** Hours in which the shop sends nothing that can wait. */

/** Beijing time; over midnight where the end is not after the beginning's hour; none where both are the same. 24:00 ends a day. */
export interface QuietHours {
  from: string
  to: string
}
export const QUIET_HOURS: QuietHours = { from: '22:00', to: '08:00' }

/** The moment itself, or the end of the hours that it falls into. */
export function afterQuiet(at: Date, { from, to }: QuietHours): Date {
  const time = beijingMinute(at).slice(11)
  const isOverMidnight = to < from
  const isQuiet = isOverMidnight ? time >= from || time < to : time >= from && time < to
  if (!isQuiet) return at
  const today = beijingDate(at)
  const day = isOverMidnight && time >= from ? addDays(today, 1) : today
  return to === '24:00' ? new Date(`${addDays(day, 1)}T00:00:00+08:00`) : new Date(`${day}T${to}:00+08:00`)
}
