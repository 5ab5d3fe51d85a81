import { CODES } from '#contract/codes.ts'
import { ShopError } from '../../platform/errors.ts'

/** So long one work may go on before others have their turn. */
const TURN_MS = 8
/** Lists of one account that may wait behind the one that is being read. */
const WAITING_MAX = 5

type Go = () => void
/** Awaited between the steps of a long work: lets others have their turn when it has had its own. */
export type Turn = () => Promise<void> | undefined

/** Those who wait for a turn, by account, in the order in which accounts come to theirs. */
const ready = new Map<number, Go[]>()
let dealing = false

/** One turn a round of the event loop, however many works there are: what goes on beside waits for one of them, not for all. */
function deal(): void {
  const [first] = ready
  dealing = first !== undefined
  if (first === undefined) return
  const [account, works] = first
  const go = works.shift()
  ready.delete(account)
  if (works.length > 0) ready.set(account, works)
  setImmediate(deal)
  go?.()
}

function askForTurn(account: number, go: Go): void {
  const works = ready.get(account)
  if (works) works.push(go)
  else ready.set(account, [go])
  if (dealing) return
  dealing = true
  setImmediate(deal)
}

function turnsOf(account: number, isGone: () => boolean): Turn {
  let since = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return new Promise((resolve, reject) =>
      askForTurn(account, () => {
        since = performance.now()
        if (isGone()) reject(new ShopError(CODES.BUSY, '请求已取消'))
        else resolve()
      }),
    )
  }
}

const queues = new Map<number, Go[]>()

/**
 * Works of one account are done one after the other, so that whoever sends many keeps waiting nobody but himself. A work whose asker has gone is
 * given up at its next turn.
 */
export async function inTurns<T>(account: number, isGone: () => boolean, work: (turn: Turn) => Promise<T>): Promise<T> {
  const queue = queues.get(account)
  if (queue === undefined) queues.set(account, [])
  else if (queue.length >= WAITING_MAX) throw new ShopError(CODES.TOO_MANY, '前面的清单还在识别，请稍后再试', { retry_after: 5 })
  else await new Promise<void>((go) => queue.push(go))
  try {
    const turn = turnsOf(account, isGone)
    await turn()
    return await work(turn)
  } finally {
    const next = queues.get(account)?.shift()
    if (next) next()
    else queues.delete(account)
  }
}
