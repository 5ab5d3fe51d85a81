import type { GoodsCardWire } from '#contract/goods.ts'
import { moneyText } from '#ui/yuan.ts'
import css from './LadderText.module.css'

interface Props {
  goods: Pick<
    GoodsCardWire,
    'ladder_price' | 'price' | 'goods_price_id' | 'price_source' | 'offer' | 'retail_price' | 'bzdw' | 'free_shipping_number'
  >
  /** How many steps there is room for. */
  most?: number
}

/** Prices by quantity; without a ladder what else helps to decide, in the same height. */
export function LadderText({ goods, most = 2 }: Props) {
  const steps = goods.price === null ? [] : goods.ladder_price.slice(0, most)
  const limit = goods.offer?.limit_per_buyer
  const offered = goods.offer !== null && goods.price_source === goods.offer.kind
  return (
    <p className={css.tiers}>
      {!offered &&
        steps.map(({ number, price, text }) => (
          <span key={number}>
            {text} <b>{moneyText(price)}</b>
          </span>
        ))}
      {offered && limit ? <span>{`每户限购 ${limit}${goods.bzdw}`}</span> : null}
      {(offered ? !limit : steps.length === 0) && goods.retail_price !== null && <i>建议零售 {moneyText(goods.retail_price)}</i>}
    </p>
  )
}
