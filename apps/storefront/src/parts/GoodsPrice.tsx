import type { GoodsCardWire } from '#contract/goods.ts'
import { useUser } from '../api/queries.ts'
import { LoginLink } from '../frame/LoginLink.tsx'
import css from './GoodsPrice.module.css'
import { Money } from './Money.tsx'

interface Props {
  goods: Pick<GoodsCardWire, 'price' | 'raw_price' | 'bzdw'>
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

/** What one unit costs this buyer; who may not see it reads, in the same height, how to. */
export function GoodsPrice({ goods: { price, raw_price, bzdw }, size = 'lg' }: Props) {
  const user = useUser()
  if (price === null) {
    return user === null ? <LoginLink className={css.unseen}>登录后可见价格</LoginLink> : <span className={css.unseen}>暂不能查看价格</span>
  }
  return (
    <span className={css.price}>
      <Money yuan={price} size={size} />
      {bzdw && <span className={css.unit}>/{bzdw}</span>}
      {raw_price !== null && raw_price !== price && (
        <del className={css.was}>
          <span className="said">原价</span>¥{raw_price}
        </del>
      )}
    </span>
  )
}
