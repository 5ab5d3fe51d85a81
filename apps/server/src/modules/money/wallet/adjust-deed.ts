import { staffBalanceAdjust } from '#contract/finance.ts'
import { add, type Fen, fen, fenFromYuan, subtract, yuan } from '#domain/money.ts'
import { type Deed, limitOf } from '../../who/approvals/public.ts'
import { adjustBalance, adjustmentKey } from './recharge.ts'
import { byHandSince, companyName, isPosted, lockByHand, readPurses } from './store.ts'

const DAY_MS = 86_400_000
const size = (amount: Fen): Fen => fen(Math.abs(amount))
const signed = (amount: Fen) => `${amount > 0 ? '+' : '−'}¥${yuan(size(amount))}`

/** Many small corrections of one company within a day count as the large one that they are, also those that come at the same moment. */
export const adjustDeed: Deed<typeof staffBalanceAdjust> = {
  call: staffBalanceAdjust,
  kind: 'balance.adjust',
  async weigh({ database: { db }, params: { id }, body, now, askedAt = now }) {
    const amount = fenFromYuan(body.amount)
    await lockByHand(db, id)
    const name = await companyName(db, id)
    if (amount === null || name === null || (await isPosted(db, adjustmentKey(id, body.key)))) return null
    const today = await byHandSince(db, id, new Date(askedAt.getTime() - DAY_MS))
    if (subtract(add(today, size(amount)), await limitOf(db, 'balance_over')) <= 0) return null
    const { balance } = await readPurses(db, id)
    return {
      subject: `company:${id}`,
      companyId: id,
      title: `${name} 的余额 ${signed(amount)}`,
      changes: [{ name: '余额', before: `¥${yuan(balance)}`, after: `¥${yuan(add(balance, amount))}` }],
      // Its company goes on buying with the balance meanwhile: what is approved is the difference.
      stands: body.key,
      reason: body.reason,
    }
  },
  run: async ({ database, doer, params, body, now }) => ({ balance: yuan(await adjustBalance(database, doer, params.id, body, now)) }),
  said: () => '余额已调整',
}
