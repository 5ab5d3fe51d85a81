import { addDays, beijingDate } from '#domain/dates.ts'

/** Things of one day together, in the order in which they come. */
export function byDay<Thing extends { day: string }>(list: readonly Thing[]): { day: string; list: Thing[] }[] {
  const days: { day: string; list: Thing[] }[] = []
  for (const thing of list) {
    const last = days.at(-1)
    if (last?.day === thing.day) last.list.push(thing)
    else days.push({ day: thing.day, list: [thing] })
  }
  return days
}

/** 今天, 昨天, 11 月 19 日, 2025 年 12 月 3 日; now in ms. */
export function dayName(day: string, now: number): string {
  const today = beijingDate(new Date(now))
  if (day === today) return '今天'
  if (day === addDays(today, -1)) return '昨天'
  const [year, month, date] = day.split('-').map(Number)
  return day.slice(0, 4) === today.slice(0, 4) ? `${month} 月 ${date} 日` : `${year} 年 ${month} 月 ${date} 日`
}
