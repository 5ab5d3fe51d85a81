import { memo, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { GoodsCardWire } from '#contract/goods.ts'
import { paths } from '../paths.ts'
import { DrugMark } from './DrugMark.tsx'
import { FavoriteButton } from './FavoriteButton.tsx'
import { GoodsAction, isSoldOut } from './GoodsAction.tsx'
import css from './GoodsCard.module.css'
import { ExpiryText, NearMark, StockText } from './GoodsFigures.tsx'
import { GoodsPicture } from './GoodsPicture.tsx'
import { GoodsPrice } from './GoodsPrice.tsx'
import { LadderText } from './LadderText.tsx'
import { Tags } from './Tags.tsx'

/** The page of a goods, under the offer that the card shows. */
export const goodsPath = ({ id, goods_price_id }: Pick<GoodsCardWire, 'id' | 'goods_price_id'>): string =>
  paths.goods(id, goods_price_id > 0 ? { goods_price_id } : {})

interface Props {
  goods: GoodsCardWire
  /** One more row, for what a zone's buyers look at first: batch, origin, registration. */
  note?: ((goods: GoodsCardWire) => ReactNode) | undefined
}

/** One goods in a grid. Every row of it keeps its height, so that prices and buttons line up across the cards. */
export const GoodsCard = memo(function GoodsCard({ goods, note }: Props) {
  const [inCart, setInCart] = useState(goods.in_cart)
  const to = goodsPath(goods)
  const seen = goods.price !== null
  const soldOut = isSoldOut(goods)
  const shut = goods.is_buy === 0 && seen
  return (
    <li className={shut ? `${css.card} ${css.shut}` : css.card}>
      <FavoriteButton goodsId={goods.id} name={goods.name} favorite={goods.is_favorite === 1} className={css.fav} />
      {/* The name below leads to the same page; one stop for the keyboard is enough. */}
      <Link to={to} className={css.picture} tabIndex={-1} aria-hidden="true">
        <GoodsPicture goods={goods} />
        {soldOut && <b className={css.cover}>已售罄</b>}
        <span className={css.corner}>
          <NearMark goods={goods} />
          {inCart > 0 && <span className="chip chip-ok">已加购 {inCart}</span>}
        </span>
      </Link>
      <div className={css.words}>
        <h3 className={css.name}>
          <Link to={to} className="ell" title={goods.name}>
            {goods.name}
          </Link>
          <DrugMark value={goods.drug_class} />
        </h3>
        <p className={`ell ${css.spec}`}>
          {goods.ypgg}
          {goods.bzdw && `/${goods.bzdw}`}
        </p>
        <p className={`ell ${css.maker}`}>{goods.sccj}</p>
        {note && <p className={css.note}>{note(goods)}</p>}
        <Tags tags={goods.tags} />
        <div className={css.price}>
          <GoodsPrice goods={goods} />
        </div>
        <LadderText goods={goods} />
        <p className={css.figures}>
          {seen ? (
            <>
              <ExpiryText goods={goods} />
              <StockText goods={goods} />
            </>
          ) : (
            <span>{goods.approval_no || goods.dosage_form}</span>
          )}
        </p>
        <div className={css.act}>
          <GoodsAction goods={goods} onAdded={setInCart} />
        </div>
      </div>
    </li>
  )
})
