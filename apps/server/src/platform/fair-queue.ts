import { CODES } from '#contract/codes.ts'
import { ShopError } from './errors.ts'

/** Of one account's tasks of a kind so many are in work or wait at once: one in work, two waiting. */
const EACH_MAX = 3

/** busy: too many wait, whoever they are · own: this account has enough in work. */
export type QueueRefusal = 'busy' | 'own'

/**
 * Who waits for one of few places. Of one account one is in work at a time, and whoever was served longest ago goes first: an
 * account that asks for much waits for itself. Accounts are numbers; null is nobody's, and waits in the order of coming.
 */
export interface FairQueue<Item> {
  refusal: (account: number | null) => QueueRefusal | null
  add: (account: number | null, item: Item) => void
  /** The next one, whose account is in work from now on; null where nobody may go. */
  next: () => { account: number | null; item: Item } | null
  done: (account: number | null) => void
}

export function createFairQueue<Item>(waitingMax: number): FairQueue<Item> {
  const waiting: { account: number | null; item: Item }[] = []
  const inWork = new Set<number>()
  /** Of those who have something here: when they were served last, or came where nothing of theirs was served since. */
  const servedAt = new Map<number, number>()
  let served = 0

  const waitingOf = (account: number) => waiting.filter((one) => one.account === account).length
  const turnOf = (account: number | null) => (account === null ? 0 : (servedAt.get(account) ?? 0))

  return {
    refusal(account) {
      if (account !== null && waitingOf(account) + Number(inWork.has(account)) >= EACH_MAX) return 'own'
      return waiting.length >= waitingMax ? 'busy' : null
    },
    add(account, item) {
      waiting.push({ account, item })
      // Before the second thing of whoever was served last; but whoever comes again and again with one must not always be the first.
      if (account !== null && !servedAt.has(account)) servedAt.set(account, served - 0.5)
    },
    next() {
      let first: (typeof waiting)[number] | null = null
      for (const one of waiting)
        if (one.account === null || !inWork.has(one.account)) if (first === null || turnOf(one.account) < turnOf(first.account)) first = one
      if (first === null) return null
      waiting.splice(waiting.indexOf(first), 1)
      const { account } = first
      if (account !== null) {
        inWork.add(account)
        servedAt.set(account, ++served)
      }
      return first
    },
    done(account) {
      if (account === null) return
      inWork.delete(account)
      if (waitingOf(account) === 0) servedAt.delete(account)
    },
  }
}

const AGAIN_SECONDS = 5

/** What the one who asked is told. */
export const refusedFor = (refusal: QueueRefusal): ShopError =>
  refusal === 'own'
    ? new ShopError(CODES.TOO_MANY, '您的上一批文件还在处理，请等处理完再试', { reason: 'FILES_IN_WORK', retry_after: AGAIN_SECONDS })
    : new ShopError(CODES.OVERLOADED, '正在处理文件的人较多，请稍后再试', { reason: 'FILES_BUSY' })
