import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { DrugMark } from '../DrugMark.tsx'
import { GoodsAction } from '../GoodsAction.tsx'
import { goodsPath } from '../GoodsCard.tsx'
import { ExpiryText, StockText } from '../GoodsFigures.tsx'
import { GoodsPrice } from '../GoodsPrice.tsx'
import { GoodsThumb } from '../GoodsThumb.tsx'
import { Tags } from '../Tags.tsx'
import css from './gathered.module.css'

interface Props<Goods extends GoodsCardWire> {
  goods: readonly Goods[]
  label: string
  /** Before the picture: a tick. */
  lead?: (goods: Goods) => ReactNode
  /** Under the price. */
  note?: (goods: Goods) => ReactNode
  /** At the right end. */
  end?: (goods: Goods) => ReactNode
}

/** Goods one below the other, each with its price and the way to the cart. */
export function GoodsLines<Goods extends GoodsCardWire>({ goods, label, lead, note, end }: Props<Goods>) {
  return (
    <ul aria-label={label}>
      {goods.map((one) => (
        <li key={one.id} className={[css.line, lead && css.led, end && css.ended].filter(Boolean).join(' ')}>
          {lead?.(one)}
          <GoodsThumb image={one.goods_image[0]?.url ?? ''} />
          <div className={css.words}>
            <p className={css.name}>
              <Link to={goodsPath(one)} className="ell" title={one.name}>
                {one.name}
              </Link>
              <DrugMark value={one.drug_class} />
            </p>
            <p className={`ell ${css.dim}`}>
              {one.ypgg} · {one.sccj}
            </p>
            <Tags tags={one.tags} />
          </div>
          <div className={css.price}>
            <GoodsPrice goods={one} />
            {note?.(one)}
          </div>
          <p className={css.figures}>
            {one.price !== null && (
              <>
                <StockText goods={one} />
                <ExpiryText goods={one} />
              </>
            )}
          </p>
          <div className={css.act}>
            <GoodsAction goods={one} />
          </div>
          {end?.(one)}
        </li>
      ))}
    </ul>
  )
}
