import { type ReactNode, Suspense } from 'react'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Breadcrumb, type Crumb } from '#ui/Breadcrumb.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { isNarrowed } from '../list-query.ts'
import { Chosen } from './Chosen.tsx'
import { categoryName } from './category-rows.ts'
import { Facets } from './Facets.tsx'
import css from './GoodsBrowser.module.css'
import { GoodsGrid, GridSkeleton } from './GoodsGrid.tsx'
import { ListBar } from './ListBar.tsx'
import { chips, type ListData } from './list-data.ts'
import { noResult } from './no-result.ts'
import { SortBar } from './SortBar.tsx'
import { usePending } from './usePending.ts'
import { useTrees } from './useTrees.ts'
import type { Where } from './where.ts'

interface Props {
  data: ListData
  where: Where
  /** The page's heading; shown where head is not. */
  title: string
  crumbs: readonly Crumb[]
  head?: ReactNode
  /** One more row on each card. */
  note?: ((goods: GoodsCardWire) => ReactNode) | undefined
}

/** Goods to look through: narrowed by facets, ordered, page by page; everything that is chosen stands in the address. */
export function GoodsBrowser({ data: { query, goods }, where, title, crumbs, head, note }: Props) {
  const { pending, slow } = usePending(query, where)
  const trees = useTrees()
  const chosen = chips(query, goods.facets, (key, value) => (key === 'category' ? categoryName(trees, Number(value)) : undefined))
  const { total, page, per_page: perPage, sees_prices: seesPrices } = goods
  // Nothing found and nothing to take back: there is nothing to order or to narrow.
  const bare = total === 0 && !isNarrowed(query)
  const bar = { query: pending, where, total, seesPrices }
  return (
    <div className={`wrap ${css.page}`}>
      <Breadcrumb crumbs={crumbs} />
      {head ?? <h1 className="said">{title}</h1>}
      {!bare && (
        <>
          <Facets query={query} facets={goods.facets} where={where} />
          <ListBar {...bar} facets={goods.facets} chosen={chosen.length} />
          <SortBar {...bar} />
        </>
      )}
      <Chosen chips={chosen} query={query} where={where} />
      <p role="status" className="said">
        {slow ? '正在读取商品' : `共 ${total} 个商品，第 ${page} 页`}
      </p>
      {slow ? (
        <GridSkeleton count={goods.list.length} view={where.view} />
      ) : goods.list.length === 0 ? (
        <div className={`panel ${css.none}`}>
          <Suspense fallback={null}>
            <noResult.Part query={query} where={where} goods={goods} />
          </Suspense>
        </div>
      ) : (
        <GoodsGrid list={goods.list} view={where.view} note={note} />
      )}
      <Pagination page={page} perPage={perPage} total={total} to={(next) => where.at({ ...query, page: next })} />
    </div>
  )
}
