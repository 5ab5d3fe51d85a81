import { Suspense, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import css from './ListBar.module.css'
import { Sorts } from './SortBar.tsx'
import type { BarProps } from './where.ts'

const filterDrawer = onDemand(() => import('./FilterDrawer.tsx'))

/** On a phone: the orderings in a bar that stays, all filters in a drawer. */
export function ListBar(props: BarProps) {
  const { query, where, seesPrices, chosen } = props
  const [open, setOpen] = useState(false)
  return (
    <div className={css.bar}>
      <Sorts query={query} where={where} seesPrices={seesPrices} />
      <button
        type="button"
        className={css.filter}
        aria-haspopup="dialog"
        onPointerEnter={filterDrawer.fetch}
        onFocus={filterDrawer.fetch}
        onClick={() => setOpen(true)}
      >
        <Icon name="filter" size={14} />
        筛选
        {chosen > 0 && (
          <b>
            {chosen}
            <span className="said">项已选</span>
          </b>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <filterDrawer.Part {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
