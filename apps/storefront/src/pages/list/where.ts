import type { TableQuery } from '../table/table-query.ts'

export type ShownView = 'image' | 'no_image'

/** Where a list page is: what leads to it, and to its other views, with a query. */
export interface Where {
  view: ShownView
  /** What the path itself asks for, beside the query behind it. */
  fixed?: TableQuery
  /** This page with another query. */
  at: (query: TableQuery) => string
  /** The views that this page can be seen in. */
  views: readonly { view: 'image' | 'table' | 'no_image'; at: (query: TableQuery) => string }[]
}
