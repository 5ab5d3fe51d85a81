import { Link } from 'react-router'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { grouped } from '../goods-facts.ts'
import { type ListQuery, narrowed } from '../list-query.ts'
import css from './SortBar.module.css'
import { PriceRange, Switches } from './Switches.tsx'
import type { Where } from './where.ts'

type Sort = NonNullable<ListQuery['sort']>

interface Props {
  /** What controls show at once; `total` belongs to what is on the screen. */
  query: ListQuery
  where: Where
  total: number
  seesPrices: boolean
}

export function ViewSwitch({ query, where }: Pick<Props, 'query' | 'where'>) {
  return (
    <nav className="seg" aria-label="视图">
      {where.views.map(({ view, at }) => {
        const { name, icon } = VIEWS[view]
        return (
          <Link key={view} to={at(query)} {...(view === where.view && { 'aria-current': 'page' as const })}>
            <Icon name={icon} size={14} />
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
const VIEWS: Record<'image' | 'table' | 'no_image', { name: string; icon: IconName }> = {
  image: { name: '大图', icon: 'grid' },
  table: { name: '表格', icon: 'table' },
  no_image: { name: '无图', icon: 'list' },
}

/** Orderings as links; price turns round when it is chosen again. Prices and dates order nothing for who may not see them. */
export function Sorts({ query, where, seesPrices }: Omit<Props, 'total'>) {
  const now: Sort = query.sort ?? 'relevance'
  const to = (sort: Sort): string => where.at(narrowed(query, { sort: sort === 'relevance' ? undefined : sort }))
  const link = (sort: Sort, name: string, on = now === sort) => (
    <Link key={sort} to={to(sort)} preventScrollReset rel="nofollow" {...(on && { 'aria-current': 'true' as const })}>
      {name}
    </Link>
  )
  return (
    <nav className={css.sorts} aria-label="排序">
      {link('relevance', '综合')}
      {link('sales', '销量')}
      {seesPrices && (
        <Link
          to={to(now === 'price_asc' ? 'price_desc' : 'price_asc')}
          preventScrollReset
          rel="nofollow"
          {...((now === 'price_asc' || now === 'price_desc') && { 'aria-current': 'true' as const })}
        >
          价格
          <span className={css.turn} data-way={now}>
            <Icon name="up" size={12} />
            <Icon name="down" size={12} />
          </span>
          <span className="said">{now === 'price_asc' ? '从低到高' : now === 'price_desc' ? '从高到低' : ''}</span>
        </Link>
      )}
      {seesPrices && link('expiry', '效期')}
      {link('newest', '上新')}
    </nav>
  )
}

export function SortBar({ query, where, total, seesPrices }: Props) {
  return (
    <div className={css.bar}>
      <Sorts query={query} where={where} seesPrices={seesPrices} />
      <Switches query={query} where={where} seesPrices={seesPrices} />
      {seesPrices && <PriceRange query={query} where={where} />}
      <p className={css.count}>
        共 <b>{grouped(total)}</b> 个商品
      </p>
      <ViewSwitch query={query} where={where} />
    </div>
  )
}
