import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { grouped } from '../goods-facts.ts'
import { Facets } from './Facets.tsx'
import css from './FilterDrawer.module.css'
import { cleared } from './list-data.ts'
import { ViewSwitch } from './SortBar.tsx'
import { PriceRange, Switches } from './Switches.tsx'
import type { BarProps } from './where.ts'

/** All filters of the list, over the page of a phone. */
export default function FilterDrawer({ query, facets, where, total, seesPrices, onClose }: BarProps & { onClose: () => void }) {
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
