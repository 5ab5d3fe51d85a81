const BEIJING = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** An instant as Beijing time: 2026-11-19 09:42. Dates without a time stay as they are. */
export function beijingTime(instant: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(instant)) return instant
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? instant : BEIJING.format(at)
}

/** Without the year, for places that show several close together: 11-19 09:42. */
export const beijingShort = (instant: string): string => beijingTime(instant).slice(5)

/** The end of an offer: one at midnight is the end of the day before. 2026-11-30 · 2026-11-30 18:00 */
export function endText(instant: string): string {
  const text = beijingTime(instant)
  return text.endsWith(' 00:00') ? beijingTime(new Date(Date.parse(instant) - 1).toISOString()).slice(0, 10) : text
}
