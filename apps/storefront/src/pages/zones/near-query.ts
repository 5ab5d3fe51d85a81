import type { Where } from '../../parts/goods-list/where.ts'
import { type ListQuery, linkQuery } from '../../parts/list-query.ts'
import { paths } from '../../paths.ts'

/** What the near-expiry zone's address says beside the list's own query: how soon it expires, and 折扣优先. */
export interface NearChoice {
  months: number | null
  byDiscount: boolean
}

export const MONTHS = [3, 6, 12] as const

export function readNearChoice(search: URLSearchParams): NearChoice {
  const months = Number(search.get('months'))
  return { months: MONTHS.find((one) => one === months) ?? null, byDiscount: search.get('by') === 'discount' }
}

/** An address of the zone; another ordering takes the place of 折扣优先. */
export function nearPath(query: ListQuery, { months, byDiscount }: NearChoice): string {
  return paths.zone('/jxqzc', {
    ...linkQuery(query),
    months: months ?? undefined,
    by: byDiscount && query.sort === undefined ? 'discount' : undefined,
  })
}

export function nearWhere(choice: NearChoice): Where {
  const at = (query: ListQuery) => nearPath(query, choice)
  return { view: 'image', at, views: [{ view: 'image', at }] }
}

/** What an offer takes off the ordinary price, in whole per cent, never rounded up; null where nothing can be said. */
export function percentOff(price: string | null, ordinary: string | null): number | null {
  if (price === null || ordinary === null) return null
  const [now, before] = [price, ordinary].map((yuan) => Math.round(Number(yuan) * 100)) as [number, number]
  const percent = before > 0 ? Math.floor(((before - now) * 100) / before) : 0
  return percent > 0 ? percent : null
}
