import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { NAV_MAX } from '#contract/constants.ts'
import { Icon } from '#ui/Icon.tsx'
import { onDemand, useFetchedWhenIdle } from '#ui/on-demand.tsx'
import { headerQuery, useUser } from '../api/queries.ts'
import { SiteLink } from '../parts/SiteLink.tsx'
import css from './Nav.module.css'
import { useHoverOpen } from './useHoverOpen.ts'

const categoryMenu = onDemand(async () => ({ default: (await import('./CategoryMenu.tsx')).CategoryMenu }))

/** The zone of selected goods, which a company is shown once it may buy (User.is_show_youx); visitors see that there is one. */
const SELECTED = '/yx'

/** All categories and the first nine entries of the navigation. */
export function Nav({ menu }: { menu: 'always' | 'hover' | 'none' }) {
  const { pathname } = useLocation()
  const user = useUser()
  const nav = useQuery(headerQuery(useApi())).data?.nav ?? []
  const entries = nav.filter(({ url }) => url !== SELECTED || user === null || user.is_show_youx === 1).slice(0, NAV_MAX)
  return (
    <section className={css.nav} aria-label="分类与专区">
      <div className={menu === 'none' ? `wrap ${css.row} ${css.alone}` : `wrap ${css.row}`}>
        {menu === 'hover' && <DropMenu />}
        {menu === 'always' && (
          <span className={css.all}>
            <Icon name="grid" />
            全部商品分类
          </span>
        )}
        <nav aria-label="专区导航">
          <ul>
            {entries.map(({ id, name, url, badge }) => (
              <li key={id}>
                <SiteLink url={url} className={url !== '' && url === pathname ? `${css.entry} ${css.here}` : css.entry}>
                  {name}
                  {badge && <em>{badge}</em>}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  )
}

/** Off the home page the menu drops from its title, by mouse and by keyboard. */
function DropMenu() {
  const { open, setOpen, hover, place } = useHoverOpen()
  useFetchedWhenIdle(categoryMenu)
  return (
    <div className={css.drop} ref={place} {...hover}>
      <button type="button" className={css.all} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="grid" />
        全部商品分类
        <Icon name="down" size={12} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <div className={css.menu}>
            <categoryMenu.Part onLeave={() => setOpen(false)} />
          </div>
        </Suspense>
      )}
    </div>
  )
}
