import type { CartActivityWire } from '#contract/cart-shapes.ts'
import { ExchangeOffers } from '../../parts/ExchangeOffers.tsx'
import { GiftChoice } from '../../parts/GiftChoice.tsx'
import type { Gifts } from '../../parts/gifts-here.ts'
import { giftsNow } from '../../parts/offer-choice.ts'
import css from './cart-offers.module.css'

/** What an activity adds to the cart: gifts, and goods at an exchange price. */
export function ActivityGoods({ activity, gifts }: { activity: CartActivityWire; gifts: Gifts }) {
  if (giftsNow(activity).length + activity.exchanges.length === 0) return null
  return (
    <div className={css.goods}>
      <GiftChoice activity={activity} gifts={gifts} />
      <ExchangeOffers activity={activity} />
    </div>
  )
}
