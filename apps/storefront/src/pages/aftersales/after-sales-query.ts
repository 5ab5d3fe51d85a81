import type { AfterSaleStatusWire } from '#contract/aftersales.ts'
import type { QueryOf } from '#contract/call.ts'
import { pageIn } from '#ui/page-in.ts'

type Status = AfterSaleStatusWire | 'all' | 'open'
const STATUSES: readonly Status[] = ['all', 'open', 'reviewing', 'sending', 'inspecting', 'refunding', 'refunded', 'rejected', 'cancelled']
const PER_PAGE = 10

export interface AfterSalesView {
  status: Status
  keywords: string
  page: number
}

export const statusOf = (text: string | null): Status => STATUSES.find((status) => status === text) ?? 'all'

/** What the address bar asks for; anything that makes no sense counts as not asked. */
export const afterSalesView = (url: URL): AfterSalesView => ({
  status: statusOf(url.searchParams.get('status')),
  keywords: (url.searchParams.get('keywords') ?? '').trim().slice(0, 60),
  page: pageIn(url),
})

export const afterSalesQuery = ({
  status,
  keywords,
  page,
}: AfterSalesView): QueryOf<typeof import('#contract/aftersales.ts').afterSaleList> => ({
  status,
  page,
  per_page: PER_PAGE,
  ...(keywords && { keywords }),
})

export const viewValues = ({ status, keywords, page }: AfterSalesView) => ({
  status: status === 'all' ? undefined : status,
  keywords: keywords || undefined,
  page: page > 1 ? page : undefined,
})
