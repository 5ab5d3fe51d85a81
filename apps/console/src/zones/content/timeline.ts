/** Where a period lies within the thirty days before and after now, in hundredths of the line. */

const DAY_MS = 86_400_000
const DAYS = 30

interface Period {
  starts_at: string
  ends_at: string
}

export function barOf({ starts_at, ends_at }: Period, now: Date): { left: number; width: number } | null {
  const from = now.getTime() - DAYS * DAY_MS
  const placed = (instant: string, open: number) =>
    instant === '' ? open : Math.min(100, Math.max(0, ((new Date(instant).getTime() - from) / (2 * DAYS * DAY_MS)) * 100))
  const [left, right] = [placed(starts_at, 0), placed(ends_at, 100)]
  return right <= left ? null : { left, width: right - left }
}
