import type { QueryOf } from '#contract/call.ts'
import type { PurseWire, UserMoneyLogWire, userMoneyLog } from '#contract/wallet.ts'
import { pageIn } from '../zones/page-in.ts'

/** The purses that keep a log. */
export type Purse = PurseWire
export type LogData = UserMoneyLogWire

/** What the address bar asks of a log; what makes no sense counts as not asked. */
export interface LogView {
  use: string
  from: string
  to: string
  page: number
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const PER_PAGE = 15

function dateIn(url: URL, key: string): string {
  const text = url.searchParams.get(key) ?? ''
  const at = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : ''
}

export function logView(url: URL): LogView {
  const [from, to] = [dateIn(url, 'from'), dateIn(url, 'to')]
  const turned = from !== '' && to !== '' && from > to
  return {
    use: /^[a-z_]{1,30}$/.test(url.searchParams.get('use') ?? '') ? (url.searchParams.get('use') ?? '') : '',
    from: turned ? to : from,
    to: turned ? from : to,
    page: pageIn(url),
  }
}

const filterOf = ({ use, from, to }: LogView) => ({
  ...(use && { use_type: use }),
  ...(from && { start_time: from }),
  ...(to && { end_time: to }),
})

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
