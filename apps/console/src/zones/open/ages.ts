const HOUR = 60
const DAY = 24 * HOUR

/** 3 天 2 小时, 1 小时 5 分, 12 分: the two parts that matter. */
export function ageOf(minutes: number): string {
  if (minutes >= DAY) return `${Math.floor(minutes / DAY)} 天 ${Math.floor((minutes % DAY) / HOUR)} 小时`
  if (minutes >= HOUR) return `${Math.floor(minutes / HOUR)} 小时 ${minutes % HOUR} 分`
  return `${minutes} 分`
}
