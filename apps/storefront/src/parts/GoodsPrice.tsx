import type { GoodsCardWire } from '#contract/goods.ts'
import { Money } from '#ui/Money.tsx'
import { formerPrice, moneyText } from '#ui/yuan.ts'
import { useUser } from '../api/queries.ts'
import css from './GoodsPrice.module.css'
import { LoginLink } from './LoginLink.tsx'

/** What would let this buyer see the price; the first of these that stands against it. */
const UNSEEN: readonly [code: string, text: string][] = [
  ['COMPANY_NOT_PASSED', '审核通过后可见价格'],
  ['NOT_AUTHORISED', '获授权后可见价格'],
  ['NOT_IN_REGION', '不在销售地区'],
  ['NO_PRICE', '暂未定价'],
]
const whyUnseen = (reasons: GoodsCardWire['reasons']): string =>
  UNSEEN.find(([code]) => reasons.some((reason) => reason.code === code))?.[1] ?? '暂不能查看价格'

interface Props {
  goods: Pick<GoodsCardWire, 'price' | 'raw_price' | 'bzdw' | 'reasons'>
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

/** What one unit costs this buyer; who may not see it reads, in the same height, how to. */
export function GoodsPrice({ goods, size = 'lg' }: Props) {
  const user = useUser()
  const { price, raw_price, bzdw } = goods
  if (price === null) {
    return user === null ? (
      <LoginLink className={css.unseen}>登录后可见价格</LoginLink>
    ) : (
      <span className={css.unseen}>{whyUnseen(goods.reasons)}</span>
    )
  }
  const was = formerPrice(price, raw_price)
  return (
    <span className={css.price}>
      <Money yuan={price} size={size} />
      {bzdw && <span className={css.unit}>/{bzdw}</span>}
      {was && (
        <del className={css.was}>
          <span className="said">原价</span>
          {moneyText(was)}
        </del>
      )}
    </span>
  )
}
