import type { DataOf, QueryOf } from '#contract/call.ts'
import type { staffCompanyMoney } from '#contract/finance.ts'
import { beijingDate } from '#domain/dates.ts'
import { type Fen, fen, yuan } from '#domain/money.ts'
import { reviewOf } from '#domain/review.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { companyMoneyPage, creditSums } from './company-views.ts'

const PER_PAGE = 40
/** What is left of a limit that was lowered under what is used already is nothing. */
const leftOf = (limit: Fen, used: Fen): Fen => fen(Math.max(0, limit - used))

export async function companyMoneyOf(
  { db }: DatabaseHandle,
  { scope, keywords = '', page = 1, per_page = PER_PAGE }: NonNullable<QueryOf<typeof staffCompanyMoney>>,
  now: Date,
): Promise<DataOf<typeof staffCompanyMoney>> {
  const words = keywords.trim()
  const today = beijingDate(now)
  const asked = {
    scope: scope ?? (words ? ('all' as const) : ('given' as const)),
    keywords: words,
    offset: (page - 1) * per_page,
    limit: per_page,
  }
  const [{ rows, total }, sums] = await Promise.all([companyMoneyPage(db, asked, today), creditSums(db, today)])
  return {
    list: rows.map((row) => ({
      company_id: row.id,
      company: row.name,
      is_passed: reviewOf(row.reviewState) === 'passed' ? 1 : 0,
      balance: yuan(row.balance),
      limit: yuan(row.limit),
      days: row.days,
      used: yuan(row.used),
      left: yuan(leftOf(row.limit, row.used)),
      overdue: yuan(row.overdue),
      overdue_count: row.overdueCount,
      next_due: { on: row.dueOn, amount: yuan(row.dueAmount) },
    })),
    total,
    page,
    per_page,
    sums: { limit: yuan(sums.limit), used: yuan(sums.used), overdue: yuan(sums.overdue) },
  }
}
