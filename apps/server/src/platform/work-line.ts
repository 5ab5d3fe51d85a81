import { CODES } from '#contract/codes.ts'
import { ShopError } from './errors.ts'

export interface WorkLineLimits {
  /** Works that go on at once. */
  atOnce: number
  /** Of them for one key: an account, or a visitor's address. */
  perKey: number
  /** Works of one key that may wait; what comes beyond is refused. */
  waitingPerKey: number
  /** Works that may wait, whoever's they are: many strangers together must not fill the memory. */
  waiting: number
}

export interface Asking {
  key: string
  /** Nobody waits for the answer any more: what has not begun is not done. */
  isGone?: () => boolean
}
export type WorkLine = <T>(asking: Asking, work: () => Promise<T>) => Promise<T>

interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * Between two works: whoever comes meanwhile is let in first. The event loop takes one new connection a round, and rounds are long while
 * a page is drawn: without a pause two hundred connections at once are let in as slowly as their pages are drawn.
 */
const PAUSE_MS = 5

/** A second or two is what the longest of these works takes. */
const RETRY_SECONDS = 2

/** Works that cost more than a glance are done a few at once, dealt by key in turn: whoever sends many waits for himself. */
export function createWorkLine(limits: WorkLineLimits): WorkLine {
  const lines = new Map<string, Line>()
  /** Keys that may begin another work, in the order of their turns. */
  const ready = new Set<string>()
  let running = 0
  let waiting = 0

  function sort(key: string, line: Line): void {
    ready.delete(key)
    if (line.waiting.length > 0 && line.running < limits.perKey) ready.add(key)
    else if (line.waiting.length === 0 && line.running === 0) lines.delete(key)
  }

  function deal(): void {
    while (running < limits.atOnce) {
      const [key] = ready
      const line = key === undefined ? undefined : lines.get(key)
      const go = line?.waiting.shift()
      if (key === undefined || line === undefined || go === undefined) return
      waiting -= 1
      running += 1
      line.running += 1
      sort(key, line)
      go()
    }
  }

  return async ({ key, isGone }, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    if (line.waiting.length >= limits.waitingPerKey || waiting >= limits.waiting)
      throw new ShopError(CODES.TOO_MANY, `操作过于频繁，请 ${RETRY_SECONDS} 秒后再试`, { retry_after: RETRY_SECONDS })
    lines.set(key, line)
    waiting += 1
    await new Promise<void>((go) => {
      line.waiting.push(go)
      sort(key, line)
      deal()
    })
    try {
      if (isGone?.()) throw new ShopError(CODES.BUSY, '请求已取消')
      return await work()
    } finally {
      running -= 1
      line.running -= 1
      sort(key, line)
      setTimeout(deal, PAUSE_MS)
    }
  }
}
