import { staffCompanyMoney } from '#contract/finance.ts'
import { userCredit, userCreditList, userCreditStatement, userCreditStatementExport } from '#contract/wallet.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { companyMoneyOf } from './company-money.ts'
import { billsOf, creditOf, statementFile, statementOf } from './screens.ts'
import { remindOfBills } from './service.ts'
import { termsDeed } from './terms-deed.ts'

export function creditRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  serve(userCredit, ({ viewer, now }) => creditOf(database, viewer.company.id, now))
  serve(userCreditList, ({ viewer, query, now }) => billsOf(database, viewer.company.id, query, now))
  serve(userCreditStatement, ({ viewer, query, now }) => statementOf(database, viewer.company.id, query.month, now))
  serve(userCreditStatementExport, ({ viewer, query, now }) => statementFile(database, viewer.company, query.month, now))
  serve(staffCompanyMoney, ({ query, now }) => companyMoneyOf(database, query, now))
  approvals.serve(termsDeed)
}

// In the morning: somebody reads it.
const reminding = defineTask('credit.reminders', NO_PAYLOAD, { cron: '0 1 * * *', formerly: ['credit_reminders'] })

export const creditTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(reminding, (_payload, now) => remindOfBills(database, now)),
]
