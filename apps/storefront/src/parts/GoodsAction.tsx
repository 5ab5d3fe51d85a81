import type { GoodsCardWire } from '#contract/goods.ts'
import { useUser } from '../api/queries.ts'
import { AddToCart } from './AddToCart.tsx'
import css from './GoodsAction.module.css'
import { LoginLink } from './LoginLink.tsx'
import { RefusalNote } from './RefusalNote.tsx'
import { RemindButton } from './RemindButton.tsx'

interface Props {
  goods: GoodsCardWire
  onAdded?: (inCart: number) => void
}

/** Only the stock stands in the way: it may be asked for. */
export const isSoldOut = ({ reasons }: Pick<GoodsCardWire, 'reasons'>): boolean =>
  reasons.length > 0 && reasons.every(({ code }) => code === 'NO_STOCK')

/** The way on with a goods: add it, be told when it is back, sign in, or read why not and what helps. */
export function GoodsAction({ goods, onAdded }: Props) {
  const user = useUser()
  if (goods.is_buy === 1) return <AddToCart goods={goods} {...(onAdded && { onAdded })} />
  if (user === null) return <LoginLink className={`btn btn-soft ${css.wide}`}>登录后采购</LoginLink>
  if (isSoldOut(goods)) return <RemindButton goodsId={goods.id} name={goods.name} className={`btn ${css.wide}`} />
  return (
    <div className={css.why}>
      <RefusalNote reasons={goods.reasons.slice(0, 1)} />
    </div>
  )
}
