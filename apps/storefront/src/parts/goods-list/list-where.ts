import { type ListView, paths } from '../../paths.ts'
import { type ListQuery, linkQuery } from '../list-query.ts'
import type { ShownView, Where } from './where.ts'

const listAt = (view: ListView) => (query: ListQuery) => paths.list(linkQuery(query), view)

export const listWhere = (view: ShownView): Where => ({
  view,
  at: listAt(view),
  views: (['image', 'table', 'no_image'] as const).map((one) => ({ view: one, at: listAt(one) })),
})

/** The goods of one category at an address of its own. Without a category it is the whole list. */
export function otherWhere(id: string, name: string | undefined): Where {
  const at = (query: ListQuery): string => {
    if (query.category === undefined) return paths.list(linkQuery(query))
    const { category, ...rest } = query
    return paths.listOther(id, name, linkQuery(category === id ? rest : query))
  }
  return {
    view: 'image',
    fixed: { category: id },
    at,
    views: [
      { view: 'image', at },
      { view: 'table', at: listAt('table') },
      { view: 'no_image', at: listAt('no_image') },
    ],
  }
}

export const SEARCH_WHERE: Where = {
  view: 'image',
  at: (query) => paths.search(linkQuery(query)),
  views: [
    { view: 'image', at: (query) => paths.search(linkQuery(query)) },
    { view: 'table', at: (query) => paths.search(linkQuery(query), 'table') },
  ],
}
