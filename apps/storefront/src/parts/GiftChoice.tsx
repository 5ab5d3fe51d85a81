import type { CartActivityWire } from '#contract/cart-shapes.ts'
import css from './GiftChoice.module.css'
import { GoodsThumb } from './GoodsThumb.tsx'
import type { Gifts } from './gifts-here.ts'
import { giftsNow } from './offer-choice.ts'
import { Tag } from './Tag.tsx'

interface Props {
  activity: CartActivityWire
  gifts: Gifts
}

/** The gifts of an activity's reached tier, to be picked where the tier leaves the choice. */
export function GiftChoice({ activity, gifts }: Props) {
  const { chosen, busy, choose: onChoose, reset } = gifts
  const now = giftsNow(activity)
  if (now.length === 0) return null
  const choose = now[0]?.choose ?? 0
  const pick = choose > 0 && choose < now.length
  const left = now.some((gift) => gift.open === 1 && !chosen.has(gift.id))
  return (
    <fieldset className={css.now} aria-busy={busy}>
      <legend>
        <Tag name="赠" />
        {pick ? `可任选 ${choose} 种` : left ? '可获赠品' : '已获得赠品'}
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
      {reset && (
        <button type="button" className={`link ${css.reset}`} disabled={busy} onClick={reset}>
          恢复自动选择
          <span className="said">：{activity.name} 的赠品</span>
        </button>
      )}
    </fieldset>
  )
}
