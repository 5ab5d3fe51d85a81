import type { Crumb } from '#ui/Breadcrumb.tsx'
import { paths } from '../../paths.ts'
import { chosenValues, type ListQuery } from '../list-query.ts'
import { categoryPath } from './category-rows.ts'
import { useTrees } from './useTrees.ts'

/** The way above a list: home, all goods, and down to the category when it is one. */
export function useListCrumbs(query: ListQuery): { crumbs: Crumb[]; title: string } {
  const trees = useTrees()
  const [only, ...more] = chosenValues(query, 'category').map(Number)
  const path = only === undefined || more.length > 0 ? [] : categoryPath(trees, only)
  const last = path.at(-1)
  const title = last?.name ?? (only !== undefined && more.length === 0 ? '商品列表' : '全部商品')
  const home = { text: '首页', to: paths.home() }
  if (last === undefined) return { crumbs: [home, { text: title }], title }
  const above = path.slice(0, -1).map((one) => ({ text: one.name, to: paths.list({ category: one.id }) }))
  return { crumbs: [home, { text: '全部商品', to: paths.list() }, ...above, { text: title }], title }
}
