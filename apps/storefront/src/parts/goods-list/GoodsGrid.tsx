import type { ReactNode } from 'react'
import type { GoodsCardWire } from '#contract/goods.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { GoodsCard } from '../GoodsCard.tsx'
import css from './GoodsGrid.module.css'
import { GoodsLine } from './GoodsLine.tsx'
import type { ShownView } from './where.ts'

interface Props {
  list: readonly GoodsCardWire[]
  view: ShownView
  /** One more row on each card. */
  note?: ((goods: GoodsCardWire) => ReactNode) | undefined
}

/** The goods of one page: cards, or lines without pictures. One goods may stand in it under several offers. */
export function GoodsGrid({ list, view, note }: Props) {
  if (view === 'no_image') {
    return (
      <ul className={`panel ${css.lines}`}>
        {list.map((goods) => (
          <GoodsLine key={goods.id} goods={goods} />
        ))}
      </ul>
    )
  }
  return (
    <ul className={css.grid}>
      {list.map((goods) => (
        <GoodsCard key={`${goods.id}-${goods.goods_price_id}`} goods={goods} note={note} />
      ))}
    </ul>
  )
}

/** As many places of the final size as there were goods, so that nothing below moves. */
export function GridSkeleton({ count, view }: { count: number; view: ShownView }) {
  const places = Array.from({ length: Math.max(5, count) }, (_, index) => index)
  return (
    <div className={view === 'no_image' ? `panel ${css.lines}` : css.grid} role="status" aria-label="正在读取商品">
      {places.map((place) =>
        view === 'no_image' ? (
          <div key={place} className={css.lineBlank}>
            <Skeleton height={40} />
          </div>
        ) : (
          <div key={place} className={`panel ${css.blank}`}>
            <Skeleton height={156} radius={8} />
            <Skeleton height={18} width="70%" />
            <Skeleton height={14} width="50%" />
            <Skeleton height={14} width="40%" />
            <Skeleton height={22} width="36%" />
            <span className={css.blankFoot}>
              <Skeleton height={32} />
            </span>
          </div>
        ),
      )}
    </div>
  )
}
