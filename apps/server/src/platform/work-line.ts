import { CODES } from '#contract/codes.ts'
import { ShopError } from './errors.ts'
import { createFairQueue, type Key, type QueueLimits, type QueueRefusal } from './fair-queue.ts'

export interface WorkLineLimits extends QueueLimits {
  /** Works that go on at once, whoever's they are. */
  atOnce: number
}

export interface Asking {
  key: Key
  /** Nobody waits for the answer any more: what has not begun is not done. */
  isGone?: () => boolean
}
export type WorkLine = <T>(asking: Asking, work: () => Promise<T>) => Promise<T>

/**
 * Between two works: whoever comes meanwhile is let in first. The event loop takes one new connection a round, and rounds are long while
 * a page is drawn: without a pause two hundred connections at once are let in as slowly as their pages are drawn.
 */
const PAUSE_MS = 5

/** A second or two is what the longest of these works takes. */
const RETRY_SECONDS = 2
const tooOften = () => new ShopError(CODES.TOO_MANY, `操作过于频繁，请 ${RETRY_SECONDS} 秒后再试`, { retry_after: RETRY_SECONDS })

export const askerGone = () => new ShopError(CODES.BUSY, '请求已取消')

interface Waiting {
  go: () => void
  refuse: (error: ShopError) => void
}

/** Works of this process that cost more than a glance are done a few at once, dealt by the fair queue. refusedFor: what is said to whom it refuses. */
export function createWorkLine(limits: WorkLineLimits, refusedFor: (refusal: QueueRefusal) => ShopError = tooOften): WorkLine {
  const queue = createFairQueue<Waiting>(limits)
  let running = 0

  function deal(): void {
    while (running < limits.atOnce) {
      const next = queue.next()?.item
      if (next === undefined) return
      running += 1
      next.go()
    }
  }

  return async ({ key, isGone }, work) => {
    const refusal = queue.refusal(key)
    if (refusal !== null) {
      const other = refusal === 'busy' ? queue.displaced(key) : null
      if (other === null) throw refusedFor(refusal)
      other.refuse(refusedFor('busy'))
    }
    await new Promise<void>((go, refuse) => {
      queue.add(key, { go, refuse })
      deal()
    })
    try {
      if (isGone?.()) throw askerGone()
      return await work()
    } finally {
      running -= 1
      queue.done(key)
      setTimeout(deal, PAUSE_MS)
    }
  }
}
