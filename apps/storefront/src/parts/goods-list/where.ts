import type { FacetWire } from '#contract/goods.ts'
import type { ListQuery } from '../list-query.ts'

export type ShownView = 'image' | 'no_image'

/** Where a list page is: what leads to it, and to its other views, with a query. */
export interface Where {
  view: ShownView
  /** What the path itself asks for, beside the query behind it. */
  fixed?: ListQuery
  /** This page with another query. */
  at: (query: ListQuery) => string
  /** The views that this page can be seen in. */
  views: readonly { view: 'image' | 'table' | 'no_image'; at: (query: ListQuery) => string }[]
}

/** What the bar of a phone knows, and hands on to the filters that it opens. */
export interface BarProps {
  query: ListQuery
  facets: readonly FacetWire[]
  where: Where
  total: number
  seesPrices: boolean
  chosen: number
}
