import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import { askedHash } from '../../../platform/asked.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { addToCart, lockCompany, wishOf } from '../cart/public.ts'
import { clearAnswers, findAnswer, keepAnswer } from './store.ts'

/**
 * Puts a list in the cart. A key adds once: pressed twice, or sent again because the answer was lost on the way, it is
 * answered as it was the first time; another list under it is refused.
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
    const asked = askedHash(list)
    const known = await findAnswer(trx, company.id, key)
    if (known !== null && known.asked !== null && known.asked !== asked)
      throw conflict('该提交编号已用于另一份清单，请刷新页面后重新提交', { reason: 'KEY_USED' })
    if (known !== null) return known.answer
    const answer = await addToCart({ database, within: trx }, company, list.map(wishOf), now)
    await keepAnswer(trx, { companyId: company.id, key, asked }, answer, now)
    return answer
  })
}

const KEPT_MS = 7 * 86_400_000

const cleanup = defineTask('quickorder.cleanup', NO_PAYLOAD, { cron: '55 19 * * *', formerly: ['quick_order_cleanup'] })

export const quickOrderTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(cleanup, (_payload, now) => clearAnswers(database.db, new Date(now.getTime() - KEPT_MS))),
]
