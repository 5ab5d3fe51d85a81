import { CODES } from '#contract/codes.ts'
import { ShopError } from './errors.ts'

/** An account's number, or what stands for a visitor. */
export type Key = string | number

export interface QueueLimits {
  /** Of one key's so many are in work at once. */
  inWorkEach: number
  /** Of one key's so many are in work or wait; more are refused. */
  each: number
  /** So many wait, whoever's they are: many strangers together must not fill the memory. */
  waiting: number
}

/** What costs much, done for accounts: one in work, two waiting. */
export const ONE_EACH = { inWorkEach: 1, each: 3 } as const

/** busy: too many wait, whoever they are · own: this key has enough in work. */
export type QueueRefusal = 'busy' | 'own'

/**
 * Who waits for one of few places; how many places there are, and when one is free, is the caller's. Whoever was served longest ago
 * goes first, so that a key that asks for much waits for itself. null is nobody's key, and waits in the order of coming.
 */
export interface FairQueue<Item> {
  refusal: (key: Key | null) => QueueRefusal | null
  /**
   * Where the line is full: the last thing of whoever waits for the most is taken out for one of this key, if that leaves him no worse off
   * than it. A dozen addresses that fill the line would else keep everybody else out of it. null: nobody waits for so much.
   */
  displaced: (key: Key) => Item | null
  add: (key: Key | null, item: Item) => void
  /** The next one, whose key is in work from now on; null where nobody may go. */
  next: () => { key: Key | null; item: Item } | null
  done: (key: Key | null) => void
}

interface Line {
  waiting: number
  inWork: number
  /** When it was served last, or came where nothing of it was served since. */
  servedAt: number
}

export function createFairQueue<Item>({ inWorkEach, each, waiting: waitingMax }: QueueLimits): FairQueue<Item> {
  const waiting: { key: Key | null; item: Item }[] = []
  const lines = new Map<Key, Line>()
  let served = 0

  const lineOf = (key: Key | null) => (key === null ? undefined : lines.get(key))

  return {
    refusal(key) {
      const line = lineOf(key)
      if (line && line.waiting + line.inWork >= each) return 'own'
      return waiting.length >= waitingMax ? 'busy' : null
    },
    displaced(key) {
      let most: { of: Key; waiting: number } | null = null
      for (const [of, line] of lines) if (line.waiting > (most?.waiting ?? 0)) most = { of, waiting: line.waiting }
      if (most === null || most.waiting <= (lines.get(key)?.waiting ?? 0) + 1) return null
      const greediest = most.of
      const at = waiting.findLastIndex((one) => one.key === greediest)
      const [one = null] = waiting.splice(at, 1)
      const line = lineOf(greediest)
      if (line) line.waiting -= 1
      return one?.item ?? null
    },
    add(key, item) {
      waiting.push({ key, item })
      if (key === null) return
      // Before the second thing of whoever was served last; but whoever comes again and again with one must not always be the first.
      const line = lines.get(key) ?? { waiting: 0, inWork: 0, servedAt: served - 0.5 }
      line.waiting += 1
      lines.set(key, line)
    },
    next() {
      let first = -1
      let firstTurn = Number.POSITIVE_INFINITY
      for (const [at, { key }] of waiting.entries()) {
        const line = lineOf(key)
        if (line && line.inWork >= inWorkEach) continue
        const turn = line?.servedAt ?? 0
        if (turn >= firstTurn) continue
        first = at
        firstTurn = turn
      }
      const [one = null] = first < 0 ? [] : waiting.splice(first, 1)
      const line = lineOf(one?.key ?? null)
      if (line) {
        line.waiting -= 1
        line.inWork += 1
        line.servedAt = ++served
      }
      return one
    },
    done(key) {
      const line = lineOf(key)
      if (key === null || !line) return
      line.inWork -= 1
      if (line.waiting === 0 && line.inWork === 0) lines.delete(key)
    },
  }
}

const AGAIN_SECONDS = 5

/** What the sender of files is told. */
export const refusedFor = (refusal: QueueRefusal): ShopError =>
  refusal === 'own'
    ? new ShopError(CODES.TOO_MANY, '您的上一批文件还在处理，请等处理完再试', { reason: 'FILES_IN_WORK', retry_after: AGAIN_SECONDS })
    : new ShopError(CODES.OVERLOADED, '正在处理文件的人较多，请稍后再试', { reason: 'FILES_BUSY' })
