import type { QueryOf } from '#contract/call.ts'
import type { PurseWire, UserMoneyLogWire, userMoneyLog } from '#contract/wallet.ts'
import { type DateRange, dateRangeIn, rangeQuery } from '#ui/date-range.ts'
import { pageIn } from '#ui/page-in.ts'

/** The purses that keep a log. */
export type Purse = PurseWire
export type LogData = UserMoneyLogWire

/** What the address bar asks of a log; what makes no sense counts as not asked. */
export interface LogView extends DateRange {
  use: string
  page: number
}

const PER_PAGE = 15

export function logView(url: URL): LogView {
  const use = url.searchParams.get('use') ?? ''
  return { use: /^[a-z_]{1,30}$/.test(use) ? use : '', ...dateRangeIn(url), page: pageIn(url) }
}

const filterOf = (view: LogView) => ({ ...(view.use && { use_type: view.use }), ...rangeQuery(view) })

export function logQuery(view: LogView, purse: Purse): QueryOf<typeof userMoneyLog> {
  return { page: view.page, per_page: PER_PAGE, purse, ...filterOf(view) }
}

/** For a link to this page; the first page and what is not asked for stay out of the address. */
export const viewValues = ({ use, from, to, page }: LogView) => ({
  use: use || undefined,
  from: from || undefined,
  to: to || undefined,
  page: page > 1 ? page : undefined,
})

/** The address of the same rows as an Excel file. */
export function exportUrl(view: LogView, purse: Purse): string {
  return `/api/user/user_money_log/export?${new URLSearchParams({ purse, ...filterOf(view) })}`
}
