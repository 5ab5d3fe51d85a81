import { Link, useNavigate } from 'react-router'
import type { FacetWire, GoodsListWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { grouped } from '#ui/yuan.ts'
import { chosenValues, type FlagKey, type ListQuery, narrowed, SORTS, toggled } from '../list-query.ts'
import { FilterMenu } from './FilterMenu.tsx'
import type { TablePlace } from './table-place.ts'
import css from './toolbar.module.css'

/** The menus in the order in which clerks narrow a list; names as short as the bar needs. */
const MENUS: readonly [key: string, name: string][] = [
  ['manufacturer', '厂家'],
  ['tags', '活动'],
  ['expiry', '效期'],
  ['warehouse', '仓库'],
  ['category', '分类'],
  ['form', '剂型'],
]
const SWITCHES: readonly [key: FlagKey, name: string, forMembers: boolean][] = [
  ['in_stock', '仅看有货', false],
  ['bought', '买过的', true],
  ['favorite', '收藏的', true],
]

interface Props {
  query: ListQuery
  goods: GoodsListWire
  place: TablePlace
  member: boolean
}

/** Filters, order, view and number of goods, in one row. */
export function Toolbar({ query, goods, place, member }: Props) {
  const navigate = useNavigate()
  const go = (next: ListQuery) => void navigate(place.at(next))
  const { page: _, ...elsewhere } = query
  return (
    <div className={css.bar}>
      {MENUS.map(([key, name]) => {
        const facet = goods.facets.find((one) => one.key === key)
        if (!facet || (facet.values.length === 0 && chosenValues(query, key).length === 0)) return null
        const toggle = (value: string) => go(toggled(query, key, value, facet.multiple))
        return <FilterMenu key={key} name={name} choices={facet.values} chosen={chosenValues(query, key)} onToggle={toggle} />
      })}
      <FilterMenu
        name={query.sort ? SORTS[query.sort] : '排序'}
        choices={Object.entries(SORTS).map(([value, name]) => ({ value, name }))}
        chosen={chosenValues(query, 'sort')}
        onToggle={(value) => go(toggled(query, 'sort', value, false))}
      />
      {SWITCHES.filter(([, , forMembers]) => member || !forMembers).map(([key, name]) => (
        <label key={key} className="check">
          <input type="checkbox" checked={query[key] === 1} onChange={() => go(toggled(query, key, '1', false))} />
          {name}
        </label>
      ))}
      <Chips query={query} facets={goods.facets} place={place} />
      <span className={css.grow} />
      <span className={css.total} role="status">
        {grouped(String(goods.total))} 个商品
      </span>
      <nav className="seg" aria-label="视图">
        <Link to={place.cards(elsewhere)}>
          <Icon name="grid" size={14} />
          大图
        </Link>
        <Link to={place.at(query)} aria-current="page">
          <Icon name="table" size={14} />
          表格
        </Link>
        {place.noImage && (
          <Link to={place.noImage(elsewhere)}>
            <Icon name="list" size={14} />
            无图
          </Link>
        )}
      </nav>
    </div>
  )
}

/** What was chosen, each with its own way out. */
function Chips({ query, facets, place }: { query: ListQuery; facets: readonly FacetWire[]; place: TablePlace }) {
  const nameOf = (key: string, value: string) =>
    facets.find((facet) => facet.key === key)?.values.find((one) => one.value === value)?.name ?? value
  const chips: { key: string; text: string; to: string }[] = []
  const { keywords } = query
  if (keywords)
    chips.push({
      key: 'keywords',
      text: `“${keywords}”`,
      to: place.all(narrowed(query, { keywords: undefined, type: undefined })),
    })
  for (const [key, name] of [...MENUS, ['spec', '规格'] as const])
    for (const value of chosenValues(query, key))
      chips.push({ key: `${key}-${value}`, text: `${name}：${nameOf(key, value)}`, to: place.at(toggled(query, key, value, true)) })
  if (query.can_buy) chips.push({ key: 'can_buy', text: '可购买', to: place.at(narrowed(query, { can_buy: undefined })) })
  if (query.price_min || query.price_max) {
    const text = `价格：${query.price_min ?? '0'}–${query.price_max ?? '不限'}`
    chips.push({ key: 'price', text, to: place.at(narrowed(query, { price_min: undefined, price_max: undefined })) })
  }
  return chips.map(({ key, text, to }) => (
    <Link key={key} to={to} className={css.chip} aria-label={`取消 ${text}`}>
      <span className="ell">{text}</span>
      <Icon name="close" size={12} />
    </Link>
  ))
}
