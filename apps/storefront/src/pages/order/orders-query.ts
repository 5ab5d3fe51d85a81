import type { QueryOf } from '#contract/call.ts'
import type { OrderFilterState } from '#contract/order.ts'
import { type DateRange, dateRangeIn, rangeQuery } from '#ui/date-range.ts'
import { pageIn } from '#ui/page-in.ts'

type OrdersQuery = QueryOf<typeof import('#contract/order.ts').orderList>

/** As the contract has them; values of the contract's schemas do not reach the browser. */
const STATES: readonly OrderFilterState[] = [
  'all',
  'pending_payment',
  'paid',
  'picking',
  'shipped',
  'received',
  'completed',
  'cancelled',
  'after_sale',
]
const PER_PAGE = 10

export interface OrdersView extends DateRange {
  status: OrderFilterState
  keywords: string
  page: number
}

export const stateOf = (text: string | null): OrderFilterState => STATES.find((state) => state === text) ?? 'all'

/** What the address bar asks for; anything that makes no sense counts as not asked. */
export const ordersView = (url: URL): OrdersView => ({
  status: stateOf(url.searchParams.get('status')),
  keywords: (url.searchParams.get('keywords') ?? '').trim().slice(0, 60),
  ...dateRangeIn(url),
  page: pageIn(url),
})

export const ordersQuery = (view: OrdersView): OrdersQuery => ({
  page: view.page,
  per_page: PER_PAGE,
  status: view.status,
  ...(view.keywords && { keywords: view.keywords }),
  ...rangeQuery(view),
})

/** The view as query values for a link; what is not asked for stays out of the address. */
export const viewValues = (view: OrdersView): Record<string, string | number | undefined> => ({
  status: view.status === 'all' ? undefined : view.status,
  keywords: view.keywords || undefined,
  from: view.from || undefined,
  to: view.to || undefined,
  page: view.page > 1 ? view.page : undefined,
})

/** The same filters as the list's, for the file of it. */
export const exportValues = ({ status, keywords, from, to }: OrdersView) => ({
  status: status === 'all' ? undefined : status,
  keywords: keywords || undefined,
  ...rangeQuery({ from, to }),
})

export const isFiltered = (view: OrdersView): boolean => view.keywords !== '' || view.from !== '' || view.to !== ''
