/** How a figure stands to the one of last week; '': there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return ''
  const percent = Math.round(((now - before) / before) * 1000) / 10
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** 上周一, of a day in Beijing. */
export const lastWeekday = (day: string): string => `上周${'日一二三四五六'[new Date(`${day}T00:00:00Z`).getUTCDay()]}`

export interface Hour {
  hour: number
  today: number
  before: number
}

const OPENS = 8
const CLOSES = 20

/** The hours of a working day, and whatever else had an order. */
export function hoursShown(hours: readonly Hour[]): Hour[] {
  const busy = hours.filter(({ today, before }) => today + before > 0).map(({ hour }) => hour)
  const [first, last] = [Math.min(OPENS, ...busy), Math.max(CLOSES, ...busy)]
  return hours.filter(({ hour }) => hour >= first && hour <= last)
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
/** From then on it stands out. */
const LONG_MS = DAY_MS

/** How long something waits, and whether that is long. */
export function waited(since: string, now: number): { text: string; isLong: boolean } {
  const ms = Math.max(0, now - Date.parse(since))
  const [of, unit] = ms < HOUR_MS ? [MINUTE_MS, '分钟'] : ms < DAY_MS ? [HOUR_MS, '小时'] : [DAY_MS, '天']
  const count = Math.floor(ms / of)
  return { text: count === 0 ? '刚刚' : `${count} ${unit}`, isLong: ms >= LONG_MS }
}
