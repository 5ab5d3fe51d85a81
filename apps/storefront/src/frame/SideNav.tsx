import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import css from './SideNav.module.css'

const OFFERS: readonly [to: string, name: string][] = [
  ['/hb', '满额返现'],
  ['/welfare', '全场94折'],
  ['/mrtj', '每日特价'],
  [paths.couponCentre(), '领券中心'],
  [paths.bundles(), '组合专区'],
  [paths.activity('all'), '活动中心'],
]

/** The ways between the offers of the whole shop. */
export function SideNav() {
  return (
    <nav className={`wrap ${css.nav}`} aria-label="优惠导航">
      <ul>
        {OFFERS.map(([to, name]) => (
          <li key={to}>
            <NavLink to={to}>{name}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
