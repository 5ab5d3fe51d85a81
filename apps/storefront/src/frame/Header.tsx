import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { SEARCH_FIXED_AFTER_PX } from '#contract/constants.ts'
import { Icon } from '#ui/Icon.tsx'
import { headerQuery, useUser } from '../api/queries.ts'
import { LoginLink } from '../parts/LoginLink.tsx'
import { SiteLink } from '../parts/SiteLink.tsx'
import { paths } from '../paths.ts'
import { CartButton } from './CartButton.tsx'
import css from './Header.module.css'
import { Logo } from './Logo.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useScrolledPast } from './useScrolledPast.ts'

/** Logo, search, cart. After 205 px of scroll this row stays on top; its place is kept, so nothing jumps. */
export function Header({ compact = false }: { compact?: boolean }) {
  const fixed = useScrolledPast(SEARCH_FIXED_AFTER_PX)
  return (
    <header className={compact ? `${css.place} ${css.compact}` : css.place}>
      <div className={fixed ? `${css.bar} ${css.fixed}` : css.bar}>
        <div className={`wrap ${css.row}`}>
          <Logo />
          <div className={css.middle}>
            <SearchBox />
            {!fixed && !compact && <HotWords />}
          </div>
          <div className={css.end}>
            <SecondButton />
            <CartButton />
          </div>
        </div>
      </div>
    </header>
  )
}

function SecondButton() {
  const user = useUser()
  if (user === null)
    return (
      <LoginLink className={`btn btn-soft ${css.second}`}>
        <Icon name="user" size={18} />
        登录看价
      </LoginLink>
    )
  return (
    <SiteLink url={paths.list({ bought: 1 }, 'table')} className={`btn btn-soft ${css.second}`}>
      <Icon name="list" size={18} />
      常购清单
    </SiteLink>
  )
}

function HotWords() {
  const words = useQuery(headerQuery(useApi())).data?.rnss ?? []
  if (words.length === 0) return null
  return (
    <nav className={css.hot} aria-label="热门搜索">
      {words.map(({ name, url }) => (
        <SiteLink key={name} url={url || paths.search({ keywords: name })}>
          {name}
        </SiteLink>
      ))}
    </nav>
  )
}
