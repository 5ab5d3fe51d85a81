import { userGroupMoney, userGroupMoneyLog, userMoney, userMoneyLog, userMoneyLogExport } from '#contract/wallet.ts'
import type { ModuleContext } from '../../../context.ts'
import { adjustDeed } from './adjust-deed.ts'
import { type Beside, groupLogOf, groupMoneyOf, moneyLogFile, moneyLogOf, moneyOf } from './screens.ts'

/** beside: what the first page says of coupons and credit; given where the modules are put together, so that those may know the wallet. */
export function walletRoutes(
  { serve, approvals, deps: { database } }: ModuleContext,
  beside: (companyId: number, now: Date) => Promise<Beside>,
): void {
  serve(userMoney, async ({ viewer, now }) => moneyOf(database, viewer, await beside(viewer.company.id, now), now))
  serve(userMoneyLog, ({ viewer, query }) => moneyLogOf(database, viewer, query))
  serve(userMoneyLogExport, ({ viewer, query, now }) => moneyLogFile(database, viewer, query, now))
  serve(userGroupMoney, ({ viewer, now }) => groupMoneyOf(database, viewer, now))
  serve(userGroupMoneyLog, ({ viewer, query, now }) => groupLogOf(database, viewer, query, now))
  approvals.serve(adjustDeed)
}
