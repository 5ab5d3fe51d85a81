import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DataOf, QueryOf } from '#contract/call.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { paths } from '../../paths.ts'
import { PointsGoodsCard } from './PointsGoodsCard.tsx'
import css from './points.module.css'
import { POINTS_KINDS } from './points-words.ts'
import page from './zones.module.css'

type Mall = typeof import('#contract/points.ts').pointsMall
export type PointsQuery = QueryOf<Mall>
const SORTS = { default: '推荐', points_asc: '积分从低到高', points_desc: '积分从高到低' } as const
const SHOWN = 40
const isKey = <Words extends object>(words: Words, key: string): key is Words extends object ? Extract<keyof Words, string> : never =>
  Object.hasOwn(words, key)

/** What the address asks for; what is no value of its key is left out. */
export function pointsQuery(url: URL, mall: 'points' | 'perks'): PointsQuery {
  const kind = url.searchParams.get('kind') ?? ''
  const sort = url.searchParams.get('sort') ?? ''
  const brand = url.searchParams.get('brand_id') ?? ''
  return {
    mall,
    page: pageIn(url),
    per_page: SHOWN,
    ...(isKey(POINTS_KINDS, kind) && { kind }),
    ...(isKey(SORTS, sort) && { sort }),
    ...(/^[1-9]\d{0,9}$/.test(brand) && { brand_id: Number(brand) }),
    ...(url.searchParams.get('affordable') === '1' && { affordable: 1 }),
  }
}

interface Props {
  data: DataOf<Mall> & { query: PointsQuery; signedIn: boolean }
  title: string
  at: (query: Record<string, string | number | undefined>) => string
  head: ReactNode
}

/** Things to take for points, narrowed by sort, brand and what one can afford. */
export function PointsList({ data, title, at, head }: Props) {
  const { list, brands, total, page: current, per_page: perPage, query, signedIn } = data
  const { mall: _mall, page: _page, per_page: _perPage, ...chosen } = query
  const go = (change: Record<string, string | number | undefined>) => at({ ...chosen, ...change })
  const kinds = Object.entries(POINTS_KINDS)
  return (
    <div className={`wrap ${page.page}`}>
      <Breadcrumb crumbs={[{ text: '首页', to: paths.home() }, { text: title }]} />
      {head}
      <nav className={page.tabs} aria-label="筛选">
        <Link to={go({ kind: undefined })} aria-current={query.kind === undefined ? 'true' : undefined}>
          全部
        </Link>
        {kinds.map(([kind, name]) => (
          <Link key={kind} to={go({ kind })} aria-current={query.kind === kind ? 'true' : undefined}>
            {name}
          </Link>
        ))}
        {signedIn && (
          <Link to={go({ affordable: query.affordable === 1 ? undefined : 1 })} aria-current={query.affordable === 1 ? 'true' : undefined}>
            我能兑换
          </Link>
        )}
        {brands.map(({ id, name }) => (
          <Link
            key={id}
            to={go({ brand_id: query.brand_id === id ? undefined : id })}
            aria-current={query.brand_id === id ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
        <span className={page.ends}>
          {Object.entries(SORTS).map(([sort, name]) => (
            <Link
              key={sort}
              to={go({ sort: sort === 'default' ? undefined : sort })}
              aria-current={(query.sort ?? 'default') === sort ? 'true' : undefined}
            >
              {name}
            </Link>
          ))}
        </span>
      </nav>
      {list.length === 0 ? (
        <Nothing first={total > 0 && go({})} picture="search" text="没有符合条件的兑换品">
          <ButtonLink to={at({})} kind="primary">
            看全部
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={css.grid}>
          {list.map((goods) => (
            <PointsGoodsCard key={goods.id} goods={goods} signedIn={signedIn} />
          ))}
        </ul>
      )}
      <Pagination page={current} perPage={perPage} total={total} to={(next) => go({ page: next })} />
    </div>
  )
}
