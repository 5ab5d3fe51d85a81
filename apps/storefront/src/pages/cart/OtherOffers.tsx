import type { CartActivityWire } from '#contract/cart-shapes.ts'
import { Block } from '#ui/Block.tsx'
import { ActivityTiers } from '../../parts/ActivityTiers.tsx'
import type { Gifts } from '../../parts/gifts-here.ts'
import { Tag } from '../../parts/Tag.tsx'
import { ActivityGoods } from './ActivityGoods.tsx'
import css from './cart-offers.module.css'

/** Activities that count lines of other groups too: they come on top. */
export function OtherOffers({ activities, gifts }: { activities: readonly CartActivityWire[]; gifts: Gifts }) {
  if (activities.length === 0) return null
  return (
    <Block title="其他活动" head={<p className={css.muted}>同一商品只参加一个满减，其余优惠可以同享</p>}>
      <ul className={css.others}>
        {activities.map((activity) => (
          <li key={activity.id}>
            <p className={css.title}>
              <Tag name={activity.tag} />
              <b>{activity.name}</b>
            </p>
            <ActivityTiers activity={activity} />
            <ActivityGoods activity={activity} gifts={gifts} />
          </li>
        ))}
      </ul>
    </Block>
  )
}
