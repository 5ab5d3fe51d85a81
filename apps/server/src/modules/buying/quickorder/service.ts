import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { addToCart, lockCompany, wishOf } from '../cart/public.ts'
import { clearAnswers, findAnswer, keepAnswer } from './store.ts'

/**
 * Puts a list in the cart. A key adds once: pressed twice, or sent again because the answer was lost on the way, it is
 * answered as it was the first time.
 */
export async function addList(
  database: DatabaseHandle,
  company: ViewerCompany,
  key: string,
  list: readonly AddLineWire[],
  now: Date,
): Promise<AddAnswerWire> {
  return transact(database.db, async (trx) => {
    // The same lock under which the cart changes: two sendings of one key stand in line.
    await lockCompany(trx, company.id)
    const known = await findAnswer(trx, company.id, key)
    if (known !== null) return known
    const answer = await addToCart(trx, company, list.map(wishOf), now)
    await keepAnswer(trx, company.id, key, answer, now)
    return answer
  })
}

const KEPT_MS = 7 * 86_400_000

const cleanup = defineTask('quickorder.cleanup', NO_PAYLOAD, { cron: '55 19 * * *', formerly: ['quick_order_cleanup'] })

export const quickOrderTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(cleanup, (_payload, now) => clearAnswers(database.db, new Date(now.getTime() - KEPT_MS))),
]
