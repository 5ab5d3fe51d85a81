import type { DataOf } from '#contract/call.ts'
import type { staffFigureCash } from '#contract/figures.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import { yuan, ZERO } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type CashRow, cashSince, owedNow } from './cash-views.ts'
import { refuseNarrowed } from './report.ts'
import { monthOf, spanOf } from './span.ts'

/** Of a day and a month the ledger itself tells soon enough. */
export async function cashOf({ db }: DatabaseHandle, viewer: Viewer, now: Date): Promise<DataOf<typeof staffFigureCash>> {
  refuseNarrowed(viewer)
  const today = beijingDate(now)
  const since = {
    today: spanOf(today).from,
    yesterday: spanOf(addDays(today, -1)).from,
    month: spanOf(monthOf(today)).from,
  }
  const [rows, owed] = await Promise.all([cashSince(db, since), owedNow(db)])
  const of = (name: CashRow['since']) => {
    const { received = ZERO, sent = ZERO } = rows.find((row) => row.since === name) ?? {}
    return { received: yuan(received), sent: yuan(sent) }
  }
  return {
    today: of('today'),
    yesterday: of('yesterday'),
    month: of('month'),
    refund_due: yuan(owed.refundDue),
    suspense: yuan(owed.suspense),
  }
}
