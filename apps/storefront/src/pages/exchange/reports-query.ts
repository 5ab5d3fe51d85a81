import type { QueryOf } from '#contract/call.ts'
import { type DateRange, dateRangeIn } from '#ui/date-range.ts'
import { pageIn } from '#ui/page-in.ts'

type Query = QueryOf<typeof import('#contract/reports.ts').reportList>
type State = 'all' | 'ready' | 'missing'

/** What the address bar asks of the reports; what makes no sense counts as not asked. */
export interface ReportsView extends DateRange {
  keywords: string
  state: State
  /** Only this order; 0: all. */
  order: number
  page: number
}

export const stateIn = (text: string | null): State => (text === 'ready' || text === 'missing' ? text : 'all')
const ORDER = /^[1-9]\d{0,14}$/

export function reportsView(url: URL): ReportsView {
  const order = url.searchParams.get('order') ?? ''
  return {
    keywords: (url.searchParams.get('keywords') ?? '').trim().slice(0, 60),
    ...dateRangeIn(url),
    state: stateIn(url.searchParams.get('state')),
    order: ORDER.test(order) ? Number(order) : 0,
    page: pageIn(url),
  }
}

export const reportsQuery = ({ keywords, state, order, page, from, to }: ReportsView): Query => ({
  page,
  // A trace code is pasted with the gaps that it is printed with.
  ...(keywords && { keyword: /^[\d\s]{20,}$/.test(keywords) ? keywords.replace(/\s/g, '') : keywords }),
  ...(state !== 'all' && { state }),
  ...(order > 0 && { order_id: order }),
  ...(from && { from }),
  ...(to && { to }),
})

/** For a link to this page; what is not asked for stays out of the address. */
export const reportsValues = ({ keywords, from, to, state, order, page }: ReportsView) => ({
  keywords: keywords || undefined,
  from: from || undefined,
  to: to || undefined,
  state: state === 'all' ? undefined : state,
  order: order || undefined,
  page: page > 1 ? page : undefined,
})

export const isNarrowed = ({ keywords, from, to, state, order }: ReportsView): boolean =>
  keywords !== '' || from !== '' || to !== '' || state !== 'all' || order > 0
