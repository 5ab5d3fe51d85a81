import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { FacetWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import { tagName } from '../goods-facts.ts'
import { chosenValues, type ListQuery, narrowed, toggled } from '../list-query.ts'
import { categoryRows, toggledCategory, treeOf } from './category-rows.ts'
import css from './Facets.module.css'
import { fitting } from './list-data.ts'
import { useTrees } from './useTrees.ts'
import type { Where } from './where.ts'

/** As wide as a row's names may be beside its title, at the frame's full width. */
const ROW_WIDTH = 1030
/** The search module cuts a facet at this many values. */
const FACET_MOST = 40

interface Value {
  value: string
  name: string
  count: number | null
  chosen: boolean
  to: string
}

interface RowProps {
  key: string
  title: string
  values: Value[]
}

/** These are switches of the sort bar. */
const ELSEWHERE: ReadonlySet<string> = new Set(['in_stock', 'bought', 'expiry'])

interface Props {
  query: ListQuery
  facets: readonly FacetWire[]
  where: Where
  /** In the phone's drawer: titles above, nothing cut. */
  stacked?: boolean
}

/** What the list can be narrowed by, with how many goods each would leave. Every value is a link: it can be shared, and the back button undoes it. */
export function Facets({ query, facets, where, stacked = false }: Props) {
  const trees = useTrees()
  const chosenCategories = chosenValues(query, 'category').map(Number)
  const rows = facets.flatMap((facet): RowProps[] => {
    if (ELSEWHERE.has(facet.key)) return []
    if (facet.key === 'category') {
      const tree = treeOf(trees, chosenCategories)
      const counts = new Map(facet.values.map(({ value, count }) => [Number(value), count]))
      return categoryRows(tree, chosenCategories, counts, facet.values.length < FACET_MOST).map(({ under, values }) => ({
        key: `category-${under?.id ?? 0}`,
        title: under?.name ?? facet.name,
        values: values.map((one) => ({
          ...one,
          to: where.at(narrowed(query, { category: toggledCategory(tree, chosenCategories, Number(one.value)).join(',') })),
        })),
      }))
    }
    const chosen = new Set(chosenValues(query, facet.key))
    const values = facet.values.map(({ value, name, count }) => ({
      value,
      count,
      name: facet.key === 'tags' ? tagName(name) : name,
      chosen: chosen.has(value),
      to: where.at(toggled(query, facet.key, value, facet.multiple)),
    }))
    return [{ key: facet.key, title: facet.name, values }]
  })
  // A single value that every goods has narrows nothing.
  const useful = rows.filter(({ values }) => values.length > 1 || values.some(({ chosen }) => chosen))
  if (useful.length === 0) return null
  return (
    <dl className={stacked ? css.stacked : `panel ${css.facets}`}>
      {useful.map(({ key, ...row }) => (
        <FacetRow key={key} stacked={stacked} {...row} />
      ))}
    </dl>
  )
}

function FacetRow({ title, values, stacked }: Omit<RowProps, 'key'> & { stacked: boolean }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { shown, hidden } = fitting(values, ({ chosen }) => chosen, stacked ? ROW_WIDTH * 1.4 : ROW_WIDTH)
  return (
    <div className={css.row}>
      <dt>{title}</dt>
      <dd>
        <span id={id}>
          {(open ? [...shown, ...hidden] : shown).map(({ value, name, count, chosen, to }) => (
            <Link
              key={value}
              to={to}
              preventScrollReset
              rel="nofollow"
              className={css.value}
              {...(chosen && { 'aria-current': 'true' as const })}
            >
              {name}
              {count !== null && <small>{count}</small>}
              {chosen && <span className="said">（已选，再点取消）</span>}
            </Link>
          ))}
        </span>
        {hidden.length > 0 && (
          <button type="button" className="more" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? '收起' : '更多'}
            <span className="said">{title}</span>
            <Icon name={open ? 'up' : 'down'} size={12} />
          </button>
        )}
      </dd>
    </div>
  )
}
