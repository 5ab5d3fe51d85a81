import { Link } from 'react-router'
import { CART_BADGE_MAX } from '#contract/constants.ts'
import { Icon } from '#ui/Icon.tsx'
import { useUser } from '../api/queries.ts'
import { paths } from '../paths.ts'
import css from './Header.module.css'

/** 0 shows nothing; above 99 it stops counting (specification section 9). */
export const badgeText = (count: number): string => (count <= 0 ? '' : count > CART_BADGE_MAX ? `${CART_BADGE_MAX}+` : String(count))

export function CartButton() {
  const count = useUser()?.cart_count ?? 0
  const badge = badgeText(count)
  return (
    <Link to={paths.cart()} className={`btn ${css.cart}`} aria-label={count > 0 ? `购物车，${count} 种商品` : '购物车'}>
      <Icon name="cart" size={18} />
      购物车
      {badge && <span className="badge">{badge}</span>}
    </Link>
  )
}
