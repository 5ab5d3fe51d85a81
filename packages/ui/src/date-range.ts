export interface DateRange {
  from: string
  to: string
}

function dayIn(url: URL, key: string): string {
  const text = url.searchParams.get(key) ?? ''
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  // 2026-02-30 would be read as a day in March.
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : ''
}

/** The days that an address asks for: what is no day counts as not asked, and the earlier one comes first. */
export function dateRangeIn(url: URL): DateRange {
  const [from, to] = [dayIn(url, 'from'), dayIn(url, 'to')]
  return from !== '' && to !== '' && from > to ? { from: to, to: from } : { from, to }
}

/** The same days as the calls of lists and files name them. */
export const rangeQuery = ({ from, to }: DateRange) => ({ ...(from && { start_time: from }), ...(to && { end_time: to }) })
