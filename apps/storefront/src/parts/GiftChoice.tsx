import type { CartActivityWire } from '#contract/cart.ts'
import css from './GiftChoice.module.css'
import { GoodsThumb } from './GoodsThumb.tsx'
import { giftsNow } from './offer-choice.ts'
import { Tag } from './Tag.tsx'

type Gift = CartActivityWire['gifts'][number]

interface Props {
  activity: CartActivityWire
  chosen: ReadonlySet<number>
  busy: boolean
  onChoose: (gift: Gift, on: boolean) => void
}

/** The gifts of an activity's reached tier, to be picked where the tier leaves the choice. */
export function GiftChoice({ activity, chosen, busy, onChoose }: Props) {
  const now = giftsNow(activity)
  if (now.length === 0) return null
  const choose = now[0]?.choose ?? 0
  const pick = choose > 0 && choose < now.length
  return (
    <fieldset className={css.now} aria-busy={busy}>
      <legend>
        <Tag name="赠" />
        {pick ? `可任选 ${choose} 种` : '已获得赠品'}
        <span className="said">：{activity.name}</span>
      </legend>
      {now.map((gift) => (
        <label key={gift.id} className={gift.open === 1 ? css.gift : `${css.gift} ${css.shut}`}>
          <input
            type="checkbox"
            className="check"
            checked={chosen.has(gift.id)}
            disabled={gift.open === 0}
            onChange={(event) => onChoose(gift, event.target.checked)}
          />
          <GoodsThumb image={gift.image} />
          <span className={css.words}>
            <b>{gift.name}</b>
            <small>
              {gift.number} {gift.unit} · {gift.open === 1 ? '¥0.00' : gift.why}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
