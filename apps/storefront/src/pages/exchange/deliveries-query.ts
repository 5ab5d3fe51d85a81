import type { QueryOf } from '#contract/call.ts'
import type { DeliveryState } from '#contract/receiving.ts'
import { type DateRange, dateRangeIn, rangeQuery } from '#ui/date-range.ts'
import { pageIn } from '#ui/page-in.ts'

type Query = QueryOf<typeof import('#contract/receiving.ts').deliveryList>

/** What the address bar asks of the deliveries; what makes no sense counts as not asked. */
export interface DeliveriesView extends DateRange {
  state: DeliveryState
  keywords: string
  page: number
}

const STATES: readonly DeliveryState[] = ['all', 'to_receive', 'differs', 'received']
const PER_PAGE = 20

export const deliveriesView = (url: URL): DeliveriesView => ({
  state: STATES.find((state) => state === url.searchParams.get('state')) ?? 'all',
  keywords: (url.searchParams.get('keywords') ?? '').trim().slice(0, 60),
  ...dateRangeIn(url),
  page: pageIn(url),
})

/** The filters alone, as the list, the file and the pack take them. */
export const filterQuery = ({ state, keywords, from, to }: DeliveriesView): Omit<Query, 'page' | 'per_page'> => ({
  ...(state !== 'all' && { state }),
  // People paste numbers with gaps.
  ...(keywords && { keywords: keywords.replace(/\s/g, '') }),
  ...rangeQuery({ from, to }),
})
export const deliveriesQuery = (view: DeliveriesView): Query => ({ ...filterQuery(view), page: view.page, per_page: PER_PAGE })

/** For a link to this page; what is not asked for stays out of the address. */
export const deliveriesValues = ({ state, keywords, from, to, page }: DeliveriesView) => ({
  state: state === 'all' ? undefined : state,
  keywords: keywords || undefined,
  from: from || undefined,
  to: to || undefined,
  page: page > 1 ? page : undefined,
})

export const isNarrowed = ({ keywords, from, to }: DeliveriesView): boolean => keywords !== '' || from !== '' || to !== ''

/** The month of a day, or the one so many before it: its first day and its last. */
export function monthOf(today: string, before: number): DateRange {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const day = (index: number, date: number) => new Date(Date.UTC(year, index, date)).toISOString().slice(0, 10)
  return { from: day(month - 1 - before, 1), to: day(month - before, 0) }
}
