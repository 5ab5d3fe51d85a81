import { memo, useState } from 'react'
import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { DrugMark } from '../DrugMark.tsx'
import { FavoriteButton } from '../FavoriteButton.tsx'
import { GoodsAction } from '../GoodsAction.tsx'
import { goodsPath } from '../GoodsCard.tsx'
import { ExpiryText, StockText } from '../GoodsFigures.tsx'
import { GoodsPrice } from '../GoodsPrice.tsx'
import { about } from '../goods-facts.ts'
import { LadderText } from '../LadderText.tsx'
import { Tags } from '../Tags.tsx'
import css from './GoodsLine.module.css'

/** One goods without its picture: for slow lines, and for who knows what the box looks like. */
export const GoodsLine = memo(function GoodsLine({ goods }: { goods: GoodsCardWire }) {
  const [inCart, setInCart] = useState(goods.in_cart)
  return (
    <li className={css.line}>
      <FavoriteButton goodsId={goods.id} name={goods.name} favorite={goods.is_favorite === 1} className={`iconbtn ${css.fav}`} />
      <div className={css.goods}>
        <h3>
          <Link to={goodsPath(goods)} className="ell" title={goods.name}>
            {goods.name}
          </Link>
          <DrugMark value={goods.drug_class} />
          <Tags tags={goods.tags} />
        </h3>
        <p className="ell">{about(goods)}</p>
      </div>
      <p className={css.figures}>
        {goods.price !== null ? (
          <>
            <ExpiryText goods={goods} />
            <StockText goods={goods} />
            {inCart > 0 && <span className={css.held}>已加购 {inCart}</span>}
          </>
        ) : (
          <span>{goods.approval_no}</span>
        )}
      </p>
      <div className={css.price}>
        <GoodsPrice goods={goods} />
        <LadderText goods={goods} />
      </div>
      <div className={css.act}>
        <GoodsAction goods={goods} onAdded={setInCart} />
      </div>
    </li>
  )
})
