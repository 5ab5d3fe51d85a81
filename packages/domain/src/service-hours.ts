import { beijingDate } from './dates.ts'

/** When the wholesaler's service answers. */
export interface ServiceHours {
  /** 1 = Monday … 7 = Sunday */
  days: readonly number[]
  /** Beijing time, '08:30'; the minute of `to` itself is outside. */
  from: string
  to: string
  /** Trade dates without service: holidays. */
  closedOn: readonly string[]
}

const NAMES = ['一', '二', '三', '四', '五', '六', '日']
const DAY_MS = 86_400_000
const BEIJING_OFFSET_MS = 8 * 3_600_000

/** '08:30' in Beijing */
const timeOfDay = (now: Date): string => new Date(now.getTime() + BEIJING_OFFSET_MS).toISOString().slice(11, 16)
const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

const isServiceDay = ({ days, closedOn }: ServiceHours, date: string): boolean => days.includes(weekday(date)) && !closedOn.includes(date)

export function isServiceOpen(hours: ServiceHours, now: Date): boolean {
  const time = timeOfDay(now)
  return isServiceDay(hours, beijingDate(now)) && hours.from <= time && time < hours.to
}

/** 周一至周六 8:30–18:00; days that do not follow each other are listed. */
export function hoursText({ days, from, to }: ServiceHours): string {
  const sorted = [...new Set(days)].filter((day) => NAMES[day - 1] !== undefined).sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  const name = (day: number) => `周${NAMES[day - 1]}`
  const run = last - first + 1 === sorted.length
  const text = !run || sorted.length === 1 ? sorted.map(name).join('、') : sorted.length === 7 ? '每天' : `${name(first)}至${name(last)}`
  const short = (time: string) => time.replace(/^0/, '')
  return `${text} ${short(from)}–${short(to)}`
}

/** When it is answered again: 今天 8:30, 明天 8:30, 周一 8:30, 10月8日 8:30; empty while it is open, or when no day is one of service. */
export function nextServiceText(hours: ServiceHours, now: Date): string {
  if (isServiceOpen(hours, now)) return ''
  const today = beijingDate(now)
  const start = hours.from.replace(/^0/, '')
  for (let ahead = timeOfDay(now) < hours.from ? 0 : 1; ahead <= 30; ahead++) {
    const date = beijingDate(new Date(now.getTime() + ahead * DAY_MS))
    if (!isServiceDay(hours, date)) continue
    if (ahead === 0) return `今天 ${start}`
    if (ahead === 1) return `明天 ${start}`
    const sameWeek = ahead < 7 && weekday(date) > weekday(today)
    const [, month, day] = date.split('-').map(Number)
    return sameWeek || ahead < 4 ? `周${NAMES[weekday(date) - 1]} ${start}` : `${month}月${day}日 ${start}`
  }
  return ''
}
