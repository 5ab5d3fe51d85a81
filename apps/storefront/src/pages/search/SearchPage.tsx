import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { FoundWire, GoodsCardWire } from '#contract/goods.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { FoundNote } from '../../parts/found/FoundNote.tsx'
import { GoodsBrowser } from '../../parts/goods-list/GoodsBrowser.tsx'
import { loadList } from '../../parts/goods-list/list-data.ts'
import { SEARCH_WHERE } from '../../parts/goods-list/list-where.ts'
import { searchTitle } from '../../parts/search-title.ts'
import { paths } from '../../paths.ts'
import css from './SearchPage.module.css'

export const loader = (args: PageArgs) => loadList(args)

/** /search: what was found, by drug or by manufacturer. */
export default function SearchPage() {
  const data = usePageData<typeof loader>()
  const { keywords = '', type = 0 } = data.query
  const title = searchTitle(data.query) || '全部商品'
  const note = useWhy(data.goods.found)
  const crumbs = [{ text: '首页', to: paths.home() }, { text: title }]
  const head = (
    <>
      <div className={css.head}>
        <h1>{title}</h1>
        {keywords && data.goods.total > 0 && (
          <Link className="link" to={paths.search({ keywords, type: type === 1 ? 0 : 1 })}>
            {type === 1 ? '改按药品搜索' : '改按厂家搜索'}
          </Link>
        )}
      </div>
      <div className={css.found}>
        <FoundNote found={data.goods.found} query={data.query} at={SEARCH_WHERE.at} />
      </div>
    </>
  )
  return <GoodsBrowser data={data} where={SEARCH_WHERE} crumbs={crumbs} title={title} head={head} note={note} />
}

/** Why goods were found that are not called as it was typed, a row on each card; undefined: all of them are. */
function useWhy(found: FoundWire | null): ((goods: GoodsCardWire) => ReactNode) | undefined {
  return useMemo(() => {
    if (found === null || found.why.length === 0) return undefined
    const reasons = new Map(found.why.map(({ goods_id, text }) => [goods_id, text]))
    return ({ id }: GoodsCardWire) => <span className="ell">{reasons.get(id)}</span>
  }, [found])
}
