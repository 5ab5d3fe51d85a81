import { Link, useLocation } from 'react-router'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { useUser } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { badgeText } from './CartButton.tsx'
import css from './PhoneBar.module.css'

/** The bar at the bottom of a phone. */
export function PhoneBar() {
  const { pathname } = useLocation()
  const user = useUser()
  const badge = badgeText(user?.cart_count ?? 0)
  const tabs: { to: string; name: string; icon: IconName; here: boolean; badge?: string }[] = [
    { to: paths.home(), name: '首页', icon: 'home', here: pathname === '/' },
    { to: paths.list(), name: '分类', icon: 'grid', here: pathname.startsWith('/list') || pathname.startsWith('/search') },
    ...(user ? [{ to: paths.quickOrder(), name: '快捷采购', icon: 'bolt' as const, here: pathname === paths.quickOrder() }] : []),
    { to: paths.cart(), name: '购物车', icon: 'cart', here: pathname.startsWith('/cart'), badge },
    user
      ? { to: paths.member(), name: '我的', icon: 'user', here: pathname === paths.member(), badge: badgeText(user.message_count) }
      : { to: paths.login(), name: '登录', icon: 'user', here: pathname === '/login' },
  ]
  return (
    <nav className={css.bar} aria-label="底部导航">
      {tabs.map((tab) => (
        <Link key={tab.name} to={tab.to} className={tab.here ? css.here : undefined} aria-current={tab.here ? 'page' : undefined}>
          <Icon name={tab.icon} size={22} />
          {tab.name}
          {tab.badge && <span className="badge">{tab.badge}</span>}
        </Link>
      ))}
    </nav>
  )
}
