import { CODES } from '#contract/codes.ts'
import { ShopError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { askerGone, createWorkLine } from '../../../platform/work-line.ts'

/** So long one work may go on before others have their turn. */
const TURN_MS = 8
const NO_LIMIT = Number.POSITIVE_INFINITY

/** Awaited between the steps of a long work: lets others have their turn when it has had its own. */
export type Turn = () => Promise<void> | undefined

/** Works that wait for a turn; how many there are is limited where they come in. */
const turns = createFairQueue<() => void>({ inWorkEach: 1, each: NO_LIMIT, waiting: NO_LIMIT })
let dealing = false

/** One turn a round of the event loop, however many works there are: what goes on beside waits for one of them, not for all. */
function deal(): void {
  const turn = turns.next()
  dealing = turn !== null
  if (turn === null) return
  turns.done(turn.key)
  setImmediate(deal)
  turn.item()
}

function askForTurn(account: number, go: () => void): void {
  turns.add(account, go)
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
        if (isGone()) reject(askerGone())
        else resolve()
      }),
    )
  }
}

/** One list of an account is read at a time, five wait behind it. */
const lists = createWorkLine(
  { atOnce: NO_LIMIT, inWorkEach: 1, each: 6, waiting: NO_LIMIT },
  () => new ShopError(CODES.TOO_MANY, '前面的清单还在识别，请稍后再试', { retry_after: 5 }),
)

/**
 * Works of one account are done one after the other, so that whoever sends many keeps waiting nobody but himself; works of several
 * go on side by side, a turn each. A work whose asker has gone is given up at its next turn.
 */
export function inTurns<T>(account: number, isGone: () => boolean, work: (turn: Turn) => Promise<T>): Promise<T> {
  return lists({ key: account, isGone }, async () => {
    const turn = turnsOf(account, isGone)
    await turn()
    return work(turn)
  })
}
