import type { QueryOf } from '#contract/call.ts'
import { pageIn } from '../zones/page-in.ts'

type Query = QueryOf<typeof import('#contract/documents.ts').invoiceList>
type Colour = 'all' | 'blue' | 'red'

/** What the address bar asks of the invoices; what makes no sense counts as not asked. */
export interface InvoicesView {
  keywords: string
  from: string
  to: string
  colour: Colour
  page: number
}

const COLOURS: readonly Colour[] = ['all', 'blue', 'red']

function dateIn(url: URL, key: string): string {
  const text = url.searchParams.get(key) ?? ''
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : ''
}

export function invoicesView(url: URL): InvoicesView {
  const [from, to] = [dateIn(url, 'from'), dateIn(url, 'to')]
  const turned = from !== '' && to !== '' && from > to
  return {
    keywords: (url.searchParams.get('keywords') ?? '').trim().slice(0, 40),
    from: turned ? to : from,
    to: turned ? from : to,
    colour: COLOURS.find((colour) => colour === url.searchParams.get('colour')) ?? 'all',
    page: pageIn(url),
  }
}

export const invoicesQuery = ({ keywords, from, to, colour, page }: InvoicesView): Query => ({
  page,
  colour,
  // People paste numbers with gaps.
  ...(keywords && { keywords: keywords.replace(/\s/g, '') }),
  ...(from && { start_time: from }),
  ...(to && { end_time: to }),
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
