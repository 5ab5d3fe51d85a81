import type { PromotionWire } from '#contract/activity.ts'
import { Tag } from '../../parts/Tag.tsx'
import css from './activity.module.css'

/** What an activity gives, tier by tier from the lowest, with the gifts as pictures. */
export function Tiers({ activity: { tag, tiers } }: { activity: PromotionWire }) {
  return (
    <ol data-terms className={css.tiers}>
      {tiers.map((tier, index) => (
        <li key={tier.id} className="panel">
          <small>
            <Tag name={tag} />
            {tiers.length > 1 && `第 ${index + 1} 档`}
          </small>
          <b>{tier.text}</b>
          {tier.gifts.map((gift) => (
            <span key={gift.name} className={css.gift}>
              {gift.image && <img src={gift.image} alt="" width="36" height="36" />}
              {gift.name} ×{gift.number}
              {gift.unit}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}
