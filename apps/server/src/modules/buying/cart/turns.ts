import { setTimeout as delay } from 'node:timers/promises'
import { CODES } from '#contract/codes.ts'
import { ShopError } from '../../../platform/errors.ts'
import { createWorkLine } from '../../../platform/work-line.ts'

/**
 * A full cart is a thousand lines, priced together: a tenth of a second in which nobody else is served. Of one company one is read at a time,
 * and as long as it took others have their turn before its next.
 */
const NO_LIMIT = Number.POSITIVE_INFINITY
const readings = createWorkLine(
  { atOnce: NO_LIMIT, inWorkEach: 1, each: 60, waiting: NO_LIMIT },
  () => new ShopError(CODES.TOO_MANY, '购物车正在读取，请稍后再试', { retry_after: 2 }),
)
const REST_MAX_MS = 1_000

export function inCartTurn<T>(companyId: number, read: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    readings({ key: companyId }, async () => {
      const began = performance.now()
      await read().then(resolve, reject)
      await delay(Math.min(REST_MAX_MS, performance.now() - began))
    }).catch(reject)
  })
}

const awaited = new Map<string, Promise<unknown>>()

/** The same reading as another that has not begun: whoever asks for the same meanwhile is answered by that one, which sees all that he has done. */
export function inSharedCartTurn<T>(companyId: number, what: string, read: () => Promise<T>): Promise<T> {
  const key = `${companyId} ${what}`
  const waiting = awaited.get(key)
  if (waiting) return waiting as Promise<T>
  const end = () => awaited.get(key) === mine && awaited.delete(key)
  const mine: Promise<T> = inCartTurn(companyId, () => {
    end()
    return read()
  })
  awaited.set(key, mine)
  mine.catch(end)
  return mine
}
