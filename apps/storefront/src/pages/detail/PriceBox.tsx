import type { GoodsDetailWire, OfferWire } from '#contract/goods.ts'
import { Countdown } from '#ui/Countdown.tsx'
import { EndsAt } from '#ui/EndsAt.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { useNow } from '#ui/now.ts'
import { beijingTime } from '#ui/times.ts'
import { formerPrice, moneyText } from '#ui/yuan.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import css from './price.module.css'
import { priceAt, tierAt } from './sums.ts'

const KINDS: Record<OfferWire['kind'], string> = {
  flash: '限时秒杀',
  daily: '每日特价',
  near_expiry: '近效期特价',
  whole_case: '整件价',
  welfare: '福利专区价',
}

interface Props {
  goods: GoodsDetailWire
  number: number
  signedIn: boolean
  /** An offer begins or ends: prices are to be read again. */
  onTurn: () => void
}

/** What it costs this company by quantity, and what is left when sold at the suggested price. */
export function PriceBox({ goods, number, signedIn, onTurn }: Props) {
  const price = priceAt(goods, number)
  if (price === null) {
    return (
      <div className={css.price}>
        {signedIn ? (
          <p className={css.unseen}>{goods.price_tiers.length === 0 && goods.number !== null ? '暂无报价' : '暂不能查看价格'}</p>
        ) : (
          <LoginLink className={css.unseen}>
            <Icon name="lock" />
            登录后可见价格
          </LoginLink>
        )}
      </div>
    )
  }
  const here = tierAt(goods, number)
  const tiers = goods.price_tiers
  const was = formerPrice(price, goods.raw_price)
  return (
    <div className={css.price}>
      {goods.offer && <OfferBand key={goods.offer.goods_price_id} goods={goods} offer={goods.offer} onTurn={onTurn} />}
      <div className={css.now}>
        <Money yuan={price} size="xl" />
        <span>/{goods.bzdw}</span>
        {was && <del>{moneyText(was)}</del>}
        {tiers.length > 1 && <span className="chip chip-ok">{tiers[here]?.text}</span>}
        {goods.retail_price && (
          <span className={css.retail}>
            建议零售价 {moneyText(goods.retail_price)}
            {tiers.length === 1 && tiers[0]?.margin && ` · 毛利率 ${tiers[0].margin}`}
          </span>
        )}
      </div>
      {tiers.length > 1 && (
        <div className={css.tierScroll}>
          <table className={css.tiers}>
            <caption className="said">按数量的单价和零售毛利率</caption>
            <tbody>
              <tr>
                <th scope="row">数量</th>
                {tiers.map(({ text, from }, index) => (
                  <th key={from} scope="col" className={index === here ? css.tierHere : undefined}>
                    {text}
                  </th>
                ))}
              </tr>
              <tr>
                <th scope="row">单价</th>
                {tiers.map((tier, index) => (
                  <td key={tier.from} className={index === here ? css.tierHere : undefined}>
                    {moneyText(tier.price)}
                  </td>
                ))}
              </tr>
              {tiers.some(({ margin }) => margin !== null) && (
                <tr>
                  <th scope="row">零售毛利率</th>
                  {tiers.map((tier, index) => (
                    <td key={tier.from} className={index === here ? css.tierHere : undefined}>
                      {tier.margin ?? '—'}
                    </td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

/** Which offer sets the price, how long, and how much of it is left; one to come says when. */
function OfferBand({ goods, offer, onTurn }: { goods: GoodsDetailWire; offer: OfferWire; onTurn: () => void }) {
  const now = useNow()
  const rules = offer.kind === goods.price_source
  const coming = offer.starts_at !== null && Date.parse(offer.starts_at) > now
  if (!rules && !coming) return null
  const share = offer.quota ? Math.min(100, Math.floor((offer.taken * 100) / offer.quota)) : null
  return (
    <p className={css.offer}>
      <b>{KINDS[offer.kind]}</b>
      {coming && offer.starts_at && (
        <span>
          {beijingTime(offer.starts_at)} 开始，还有 <Countdown until={offer.starts_at} onEnd={onTurn} />
          {offer.price && `，活动价 ${moneyText(offer.price)}`}
        </span>
      )}
      {!coming && offer.ends_at && (
        <span>
          <EndsAt at={offer.ends_at} onEnd={onTurn} />
        </span>
      )}
      {share !== null && !coming && <span>已抢 {share}%</span>}
      {offer.limit_per_buyer !== null && (
        <span>
          每户限购 {offer.limit_per_buyer} {goods.bzdw}
        </span>
      )}
    </p>
  )
}
