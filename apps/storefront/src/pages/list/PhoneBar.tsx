import { useEffect, useRef, useState } from 'react'
import type { FacetWire } from '#contract/goods.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { grouped } from '../../parts/goods-facts.ts'
import { Icon } from '../../parts/Icon.tsx'
import type { TableQuery } from '../table/table-query.ts'
import { Facets } from './Facets.tsx'
import { cleared } from './list-data.ts'
import css from './PhoneBar.module.css'
import { Sorts, ViewSwitch } from './SortBar.tsx'
import { PriceRange, Switches } from './Switches.tsx'
import type { Where } from './where.ts'

interface Props {
  query: TableQuery
  facets: readonly FacetWire[]
  where: Where
  total: number
  seesPrices: boolean
  chosen: number
}

/** On a phone: the orderings in a bar that stays, all filters in a drawer. */
export function PhoneBar(props: Props) {
  const { query, where, seesPrices, chosen } = props
  const [open, setOpen] = useState(false)
  return (
    <div className={css.bar}>
      <Sorts query={query} where={where} seesPrices={seesPrices} />
      <button type="button" className={css.filter} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filter" size={14} />
        筛选
        {chosen > 0 && (
          <b>
            {chosen}
            <span className="said">项已选</span>
          </b>
        )}
      </button>
      {open && <Drawer {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Drawer({ query, facets, where, total, seesPrices, onClose }: Props & { onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className={css.drawer}
      aria-label="筛选"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2>筛选</h2>
        <button type="button" className="iconbtn" aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className={css.body}>
        <ViewSwitch query={query} where={where} />
        <Switches query={query} where={where} seesPrices={seesPrices} />
        {seesPrices && <PriceRange query={query} where={where} />}
        <Facets query={query} facets={facets} where={where} stacked />
      </div>
      <footer>
        <ButtonLink size="lg" to={where.at(cleared(query))} preventScrollReset>
          清空
        </ButtonLink>
        <Button kind="primary" size="lg" onClick={onClose}>
          查看 {grouped(total)} 个商品
        </Button>
      </footer>
    </dialog>
  )
}
