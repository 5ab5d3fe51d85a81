import { addDays, addMonths, beijingDate, beijingMinute } from '#domain/dates.ts'

/** Moments of an offer, as they are chosen. */

const midnight = (date: string): string => new Date(`${date}T00:00:00+08:00`).toISOString()
/** 0: Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Each ends at a midnight: that day is whole. */
export const QUICK_ENDS: readonly { text: string; end: (now: Date) => string }[] = [
  { text: '今天', end: (now) => midnight(addDays(beijingDate(now), 1)) },
  { text: '到本周日', end: (now) => midnight(addDays(beijingDate(now), ((7 - weekdayOf(beijingDate(now))) % 7) + 1)) },
  { text: '到月底', end: (now) => midnight(`${addMonths(`${beijingDate(now).slice(0, 7)}-01`, 1).slice(0, 7)}-01`) },
  { text: '30 天', end: (now) => midnight(addDays(beijingDate(now), 30)) },
]

const WEEKDAYS = '日一二三四五六'
/** 11-29（周日）24:00: a midnight is the end of the day before it. */
export function endWords(instant: string): string {
  if (instant === '') return ''
  const at = new Date(instant)
  const isMidnight = beijingMinute(at).endsWith('00:00')
  const day = beijingDate(isMidnight ? new Date(at.getTime() - 1) : at)
  return `${day.slice(5)}（周${WEEKDAYS[weekdayOf(day)]}）${isMidnight ? '24:00' : beijingMinute(at).slice(11)}`
}
