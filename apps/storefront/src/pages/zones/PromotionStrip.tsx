import { Link } from 'react-router'
import type { PromotionWire } from '#contract/activity.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../paths.ts'
import css from './PromotionStrip.module.css'

/** Activities in one line each: what they are, what they give, and the way to their goods. */
export function PromotionStrip({ promotions }: { promotions: readonly PromotionWire[] }) {
  return (
    <ul data-terms className={`panel ${css.strip}`} aria-label="进行中的活动">
      {promotions.map(({ id, tag, name, tiers }) => (
        <li key={id}>
          <Link to={paths.activity(id)}>
            <Tag name={tag} />
            <b>{name}</b>
            <span className="ell">{tiers.map(({ text }) => text).join('；')}</span>
            <Icon name="right" size={12} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
