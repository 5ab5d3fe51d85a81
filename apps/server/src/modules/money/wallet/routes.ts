import { staffBalanceAdjust } from '#contract/finance.ts'
import { userGroupMoney, userGroupMoneyLog, userMoney, userMoneyLog, userMoneyLogExport } from '#contract/wallet.ts'
import { yuan } from '#domain/money.ts'
import type { ModuleContext } from '../../../context.ts'
import { adjustBalance } from './recharge.ts'
import { type Beside, groupLogOf, groupMoneyOf, moneyLogFile, moneyLogOf, moneyOf } from './screens.ts'

/** beside: what the first page says of coupons and credit; given where the modules are put together, so that those may know the wallet. */
export function walletRoutes(
  { serve, deps: { database } }: ModuleContext,
  beside: (companyId: number, now: Date) => Promise<Beside>,
): void {
  serve(userMoney, async ({ viewer, now }) => moneyOf(database, viewer, await beside(viewer.company.id, now), now))
  serve(userMoneyLog, ({ viewer, query }) => moneyLogOf(database, viewer, query))
  serve(userMoneyLogExport, ({ viewer, query, now }) => moneyLogFile(database, viewer, query, now))
  serve(userGroupMoney, ({ viewer, now }) => groupMoneyOf(database, viewer, now))
  serve(userGroupMoneyLog, ({ viewer, query, now }) => groupLogOf(database, viewer, query, now))
  serve(staffBalanceAdjust, async ({ viewer, params, body, now, say }) => {
    const balance = await adjustBalance(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body, now)
    say('余额已调整')
    return { balance: yuan(balance) }
  })
}
