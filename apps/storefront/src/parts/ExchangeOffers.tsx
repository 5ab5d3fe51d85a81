import { Link } from 'react-router'
import type { CartActivityWire } from '#contract/cart-shapes.ts'
import { Button } from '#ui/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { formerPrice, moneyText } from '#ui/yuan.ts'
import { paths } from '../paths.ts'
import css from './ExchangeOffers.module.css'
import { GoodsThumb } from './GoodsThumb.tsx'
import { useCartAdd } from './useCartAdd.ts'

type Offer = CartActivityWire['exchanges'][number]

/** The sort of an exchange line on the wire (AddLine.type). */
const EXCHANGE_TYPE = 4

/** 换购: what the cart has opened, each added with one click up to its limit; the others say what opens them. */
export function ExchangeOffers({ activity }: { activity: CartActivityWire }) {
  if (activity.exchanges.length === 0) return null
  return (
    <ul className={css.offers} aria-label={`${activity.name} 可换购的商品`}>
      {activity.exchanges.map((offer) => (
        <OfferCard key={offer.id} offer={offer} />
      ))}
    </ul>
  )
}

function OfferCard({ offer }: { offer: Offer }) {
  const add = useCartAdd()
  const { busy, run } = useBusy()
  const full = offer.in_cart >= offer.limit
  const open = offer.open === 1
  const take = () => run(() => add({ goods_id: offer.goods_id, number: 1, type: EXCHANGE_TYPE, goods_price_id: offer.id }))
  const was = formerPrice(offer.price, offer.raw_price)
  return (
    <li className={open ? css.offer : `${css.offer} ${css.shut}`}>
      <GoodsThumb image={offer.image} />
      <span className={css.words}>
        <Link to={paths.goods(offer.goods_id)}>{offer.name}</Link>
        <small>{offer.ypgg}</small>
        <span>
          <Money yuan={offer.price} size="sm" />
          {was && <del>{moneyText(was)}</del>}
        </span>
      </span>
      <span className={css.act}>
        {open ? (
          <Button
            kind="soft"
            size="sm"
            disabled={busy || full}
            onClick={() => void take()}
            aria-label={`换购 ${offer.name} 1 ${offer.unit}`}
          >
            {full ? '已选满' : '换购'}
          </Button>
        ) : (
          <em>{offer.why}</em>
        )}
        <small>{offer.in_cart > 0 ? `已选 ${offer.in_cart} / ${offer.limit} ${offer.unit}` : `限 ${offer.limit} ${offer.unit}`}</small>
      </span>
    </li>
  )
}
