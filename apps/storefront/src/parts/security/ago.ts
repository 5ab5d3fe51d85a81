const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, as people say it; from a week on the Beijing date. Only for the browser: it counts from its own clock. */
export function agoText(iso: string, now = Date.now()): string {
  const ago = Math.max(0, now - Date.parse(iso))
  if (ago < 2 * MINUTE) return '刚刚'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} 分钟前`
  if (ago < DAY) return `${Math.floor(ago / HOUR)} 小时前`
  if (ago < 7 * DAY) return `${Math.floor(ago / DAY)} 天前`
  return `${new Date(Date.parse(iso) + 8 * HOUR).toISOString().slice(0, 10)} `
}
