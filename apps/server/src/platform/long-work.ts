import { setImmediate as others } from 'node:timers/promises'
import { auditCall } from './audit-call.ts'

/** Work of this process alone that may take seconds: how long it goes on before others have their turn, and before it asks whether it still counts. */
const TURN_MS = 5
const ASK_MS = 1000

/**
 * Called wherever a round ends, as often as one likes: lets others in by the clock, for how long a round takes is said by whoever typed what is
 * reckoned. Ends the work where nobody waits for it any more, and where its transaction is gone: asked by the given question, which also tells the
 * database that the transaction is not left behind. Null: there is nothing to wait for.
 */
export function inTurns(stillThere: () => Promise<unknown>): () => Promise<void> | null {
  let turn = performance.now()
  let asked = Number.NEGATIVE_INFINITY
  async function rest(now: number): Promise<void> {
    await others()
    // No refusal, which a deed that is tried out may pass over.
    if (auditCall()?.isGone?.() === true) throw new Error('Whoever asked has gone')
    if (now - asked >= ASK_MS) {
      asked = now
      await stillThere()
    }
    turn = performance.now()
  }
  return () => {
    const now = performance.now()
    return now - turn < TURN_MS && asked !== Number.NEGATIVE_INFINITY ? null : rest(now)
  }
}
