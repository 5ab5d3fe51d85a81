import { Link } from 'react-router'
import { useZones } from '../app/here.ts'
import { useMe } from '../app/me.ts'
import type { Waiting } from '../parts/waiting.ts'
import { navigation } from '../rights.ts'
import { AREA_TITLES, type Area } from '../zone.ts'
import { AREA_ICONS } from './area-icons.tsx'
import { Logo } from './Logo.tsx'
import { UserMenu } from './UserMenu.tsx'

const MOST = 9_999

/** The areas in which the person has a page, with what waits in each. */
export function Nav({ area: open, waiting }: { area: Area | undefined; waiting: readonly Waiting[] }) {
  const { permissions } = useMe()
  const zones = useZones()
  const sum = (area: Area) => waiting.filter(({ queue }) => queue.area === area).reduce((all, { count = 0 }) => all + count, 0)
  return (
    <nav className="nav" aria-label="运营后台">
      <Logo />
      <ul>
        {navigation(zones, permissions).map(({ area, pages }) => {
          const Icon = AREA_ICONS[area]
          const count = sum(area)
          return (
            <li key={area}>
              <Link
                to={`/${pages[0]?.path ?? ''}`}
                className={area === open ? 'is-on' : ''}
                {...(area === open && { 'aria-current': 'true' })}
              >
                <Icon />
                <span>{AREA_TITLES[area]}</span>
                {count > 0 && <em>{count > MOST ? `${MOST}+` : count}</em>}
              </Link>
            </li>
          )
        })}
      </ul>
      <UserMenu />
    </nav>
  )
}
