import { Link } from 'react-router'
import type { CartActivityWire } from '#contract/cart-shapes.ts'
import { Icon } from '#ui/Icon.tsx'
import css from './ActivityTiers.module.css'

/** How an activity stands: its tiers, reached ones first, what it took off, what is missing, and the way to fill up. */
export function ActivityTiers({ activity }: { activity: CartActivityWire }) {
  const { name, tiers, text, fill_url: fillUrl } = activity
  const more = tiers.some((tier) => tier.status !== 1)
  // What can be exchanged for stands below with its prices.
  const isSaid = activity.kind === 'exchange' && !more
  const way = more ? '去凑单' : '活动商品'
  return (
    <div className={css.stand}>
      <ul className={css.tiers} aria-label={`${name} 的档位`}>
        {tiers.map((tier) => (
          <li key={tier.id} className={tier.status === 1 ? css.reached : tier.status === 2 ? css.next : undefined}>
            {tier.status === 1 && <Icon name="check" size={14} />}
            <span className="said">{tier.status === 1 ? '已达到：' : '未达到：'}</span>
            {tier.text}
          </li>
        ))}
      </ul>
      <p className={css.text}>
        {!isSaid && <Highlighted text={text} />}
        {!isSaid && (
          <Link to={fillUrl} className={css.fill} aria-label={`${way}：${name}`}>
            {way}
            <Icon name="right" size={14} />
          </Link>
        )}
      </p>
    </div>
  )
}

/** Amounts and counts stand out of the sentence. */
function Highlighted({ text }: { text: string }) {
  const parts = text.split(/(¥[\d,.]+)/)
  return (
    <span>
      {parts.map((part, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence have no other name
        part.startsWith('¥') ? <b key={place}>{part}</b> : part,
      )}
    </span>
  )
}
