/** When a message that did not get through is sent once more: 76 hours in all (Standard Webhooks 1.0). */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** After the first try, the second, … */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** So much of a pause more or less, that what failed together does not come again together. */
const JITTER = 0.1
const LONGEST_ASKED = 24 * HOUR
/** Nothing got through for so long: the endpoint rests until somebody looks at it. */
export const GIVES_UP_AFTER_MS = 72 * HOUR

/** Milliseconds until the next try; null: that was the last one. dice: 0 to 1. asked: what the other side said of when to come again. */
export function pauseAfter(tries: number, dice: number, askedMs = 0): number | null {
  const usual = PAUSES[tries - 1]
  if (usual === undefined) return null
  const moved = usual * (1 - JITTER + 2 * JITTER * dice)
  return Math.round(Math.max(moved, Math.min(askedMs, LONGEST_ASKED)))
}

/** Of an answer that is full or busy; seconds or a date. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d{1,7}$/.test(header.trim())) return Number(header) * SECOND
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
