import type { GoodsDetailWire } from '#contract/goods.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { grouped, moneyText } from '#ui/yuan.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { Stepper } from '../../parts/Stepper.tsx'
import css from './buy.module.css'
import { AskService, Favourite, Remind } from './GoodsActs.tsx'
import { nextTier, subtotal } from './sums.ts'
import type { Buying } from './useBuy.ts'

interface Props {
  goods: GoodsDetailWire
  buying: Buying
  signedIn: boolean
  wholeCase: boolean
}

const soldOut = (goods: GoodsDetailWire) => goods.reasons.some(({ code }) => code === 'NO_STOCK')

/** Why the number is what it is: pack, minimum, limit. */
function rules({ goods, wholeCase }: Props): string[] {
  const { step, bzdw, min_number: min, qg_number: limit, offer } = goods
  const offerLimit = offer && offer.kind === goods.price_source ? offer.limit_per_buyer : null
  const pack = step > 1 ? (wholeCase ? `整件 ${step} ${bzdw}，按件购买` : `中包装 ${step} ${bzdw}，按 ${step} 的倍数`) : '可拆零'
  const limits = [offerLimit && `活动限购 ${offerLimit} ${bzdw}`, limit && `每日限购 ${limit} ${bzdw}`].filter(
    (text) => text !== null && text !== 0,
  )
  return [pack, [`起订 ${min} ${bzdw}`, ...limits].join(' · ')]
}

function Quantity({ goods, buying }: Props) {
  return (
    <Stepper
      label={`${goods.name} 数量`}
      value={buying.number}
      step={goods.step}
      min={goods.min_number}
      max={buying.max}
      onChange={buying.wish}
    />
  )
}

/** Quantity, what it comes to, and into the cart; what was corrected stands under it. */
export function Buy(props: Props) {
  const { goods, buying, signedIn } = props
  if (!signedIn) {
    return (
      <div className={css.buy}>
        <LoginLink className="btn btn-primary btn-xl">登录后购买</LoginLink>
      </div>
    )
  }
  if (goods.is_buy === 0) {
    return (
      <div className={css.buy}>
        {soldOut(goods) ? (
          <Remind goods={goods} />
        ) : (
          <Button size="xl" disabled>
            暂不能购买
          </Button>
        )}
      </div>
    )
  }
  const sum = subtotal(goods, buying.number)
  const next = nextTier(goods, buying.number)
  return (
    <>
      <div className={css.buy}>
        <span className={css.stepper}>
          <Quantity {...props} />
        </span>
        <span className={css.rules}>
          {rules(props).map((rule) => (
            <span key={rule}>{rule}</span>
          ))}
        </span>
        <span className={css.sum}>
          {sum && (
            <>
              小计 <Money yuan={grouped(sum)} size="lg" />
            </>
          )}
        </span>
        <Button kind="primary" size="xl" disabled={buying.busy} onClick={buying.add}>
          <Icon name="cart" size={18} />
          加入购物车
        </Button>
      </div>
      <p className={css.said} role="status">
        {buying.said && <span className={css.corrected}>{buying.said}</span>}
        {!buying.said && next && <span className={css.next}>{next}</span>}
        {goods.in_cart > 0 && (
          <span>
            购物车已有 {goods.in_cart} {goods.bzdw}
          </span>
        )}
      </p>
    </>
  )
}

/** The same on a phone, always in reach above the bottom bar. */
export function PhoneBuy(props: Props) {
  const { goods, buying, signedIn } = props
  const sum = subtotal(goods, buying.number)
  return (
    <div className={css.phoneBuy}>
      {signedIn && <Favourite goods={goods} short />}
      {signedIn && <AskService short />}
      {!signedIn && <LoginLink className="btn btn-primary btn-lg btn-block">登录后可见价格并购买</LoginLink>}
      {signedIn &&
        goods.is_buy === 0 &&
        (soldOut(goods) ? (
          <Remind goods={goods} block />
        ) : (
          <Button size="lg" block disabled>
            暂不能购买
          </Button>
        ))}
      {signedIn && goods.is_buy === 1 && (
        <>
          <Quantity {...props} />
          <Button kind="primary" size="lg" block disabled={buying.busy} onClick={buying.add}>
            加入购物车{sum && ` ${moneyText(sum)}`}
          </Button>
        </>
      )}
      {buying.said && (
        <p className={css.phoneSaid} role="status">
          {buying.said}
        </p>
      )}
    </div>
  )
}
