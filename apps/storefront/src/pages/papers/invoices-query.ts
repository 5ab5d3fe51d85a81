import type { QueryOf } from '#contract/call.ts'
import { type DateRange, dateRangeIn, rangeQuery } from '#ui/date-range.ts'
import { pageIn } from '#ui/page-in.ts'

type Query = QueryOf<typeof import('#contract/invoices.ts').invoiceList>
type Colour = 'all' | 'blue' | 'red'

/** What the address bar asks of the invoices; what makes no sense counts as not asked. */
export interface InvoicesView extends DateRange {
  keywords: string
  colour: Colour
  page: number
}

const COLOURS: readonly Colour[] = ['all', 'blue', 'red']

export const colourOf = (text: string | null): Colour => COLOURS.find((colour) => colour === text) ?? 'all'

export const invoicesView = (url: URL): InvoicesView => ({
  keywords: (url.searchParams.get('keywords') ?? '').trim().slice(0, 40),
  ...dateRangeIn(url),
  colour: colourOf(url.searchParams.get('colour')),
  page: pageIn(url),
})

export const invoicesQuery = ({ keywords, colour, page, ...range }: InvoicesView): Query => ({
  page,
  colour,
  // People paste numbers with gaps.
  ...(keywords && { keywords: keywords.replace(/\s/g, '') }),
  ...rangeQuery(range),
})

/** For a link to this page; what is not asked for stays out of the address. */
export const invoicesValues = ({ keywords, from, to, colour, page }: InvoicesView) => ({
  keywords: keywords || undefined,
  from: from || undefined,
  to: to || undefined,
  colour: colour === 'all' ? undefined : colour,
  page: page > 1 ? page : undefined,
})

export const isNarrowed = ({ keywords, from, to, colour }: InvoicesView): boolean =>
  keywords !== '' || from !== '' || to !== '' || colour !== 'all'

/** The same invoices as one file; a page of them is none of its business. */
export function zipQuery(view: InvoicesView): string {
  const { page: _page, ...query } = invoicesQuery(view)
  const text = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))).toString()
  return text && `?${text}`
}
