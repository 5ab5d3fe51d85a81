const BEIJING = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** An instant as Beijing time: 2026-11-19 09:42. Dates without a time stay as they are. */
export function beijingTime(instant: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(instant)) return instant
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? instant : BEIJING.format(at)
}

/** Without the year, for places that show several close together: 11-19 09:42. */
export const beijingShort = (instant: string): string => beijingTime(instant).slice(5)
