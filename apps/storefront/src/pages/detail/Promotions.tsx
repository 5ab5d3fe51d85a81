import { useState } from 'react'
import { Link } from 'react-router'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { moneyText } from '#ui/yuan.ts'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../paths.ts'
import css from './promotions.module.css'

/** As many as stand above the quantity without pushing it out of sight. */
const SHOWN = 3

/** The activities and bundles that this goods is part of: their tiers in words, and the way to their goods. */
export function Promotions({ goods }: { goods: GoodsDetailWire }) {
  const [all, setAll] = useState(false)
  const entries = [...goods.promotions.map(activityEntry), ...goods.bundles.map(bundleEntry)]
  if (entries.length === 0 && goods.offer_note === '') return null
  const hidden = entries.length - SHOWN
  return (
    <section data-terms className={css.box} aria-label="优惠活动">
      {goods.offer_note && <p className={css.note}>{goods.offer_note}</p>}
      <ul>
        {(all ? entries : entries.slice(0, SHOWN)).map((entry) => (
          <li key={entry.key}>
            <Tag name={entry.tag} />
            <p>
              <Link to={entry.to}>{entry.name}</Link>
              {entry.text}
            </p>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `还有 ${hidden} 个优惠`}
        </button>
      )}
    </section>
  )
}

interface Entry {
  key: string
  tag: string
  name: string
  text: string
  to: string
}

const activityEntry = ({ id, tag, name, tiers }: GoodsDetailWire['promotions'][number]): Entry => ({
  key: `activity-${id}`,
  tag,
  name,
  text: tiers.map((tier) => tier.text).join('；'),
  to: paths.activity(id),
})

const bundleEntry = ({ id, name, saving }: GoodsDetailWire['bundles'][number]): Entry => ({
  key: `bundle-${id}`,
  tag: '组合',
  name,
  text: saving === null || saving === '0.00' ? '组合购买' : `组合购买省 ${moneyText(saving)}`,
  to: paths.bundles(),
})
