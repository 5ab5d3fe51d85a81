import { Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { Toasts } from '#ui/Toast.tsx'
import { useUser } from '../api/queries.ts'
import { BARE, SHOP } from '../app/flags.ts'
import { reloadIfFlagged, watchOtherTabs } from '../app/session-flag.ts'
import { handleOf, pageTitle } from '../app/title.ts'
import { useMounted } from '../app/useMounted.ts'
import { Alerts } from './Alerts.tsx'
import { useErrorPageAtHand } from './error-page.tsx'
import { Footer } from './Footer.tsx'
import css from './Frame.module.css'
import { Header } from './Header.tsx'
import { LoginHeader } from './LoginHeader.tsx'
import { Nav } from './Nav.tsx'
import { agreements, cornerAdvert, sideNav } from './offer-parts.ts'
import { LaterOffers } from './offers/LaterOffers.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { SideBar } from './SideBar.tsx'
import { TopAdvert } from './TopAdvert.tsx'
import { TopStrip } from './TopStrip.tsx'

/** Everything around a page; the route's flags say which parts it shows. */
export function Frame() {
  const match = useMatches().at(-1)
  const handle = handleOf(match?.handle)
  const flags = handle?.flags ?? (match ? SHOP : BARE)
  const shop = flags.header === 'full' || flags.header === 'compact'
  const main = useArrival(pageTitle(handle, match?.loaderData))
  useEffect(watchOtherTabs, [])
  useErrorPageAtHand()
  return (
    <div className={flags.sideBar ? css.withSide : undefined}>
      <a className={css.skip} href="#main">
        跳到主要内容
      </a>
      <Progress />
      {flags.topAdvert && <TopAdvert />}
      {shop && <TopStrip />}
      {shop && <Header compact={flags.header === 'compact'} />}
      {flags.header === 'login' && <LoginHeader />}
      {flags.nav && <Nav menu={flags.categoryMenu} />}
      {flags.cornerAdvert && (
        <Suspense fallback={null}>
          <cornerAdvert.Part />
        </Suspense>
      )}
      {flags.sideNav && (
        <Suspense fallback={null}>
          <sideNav.Part />
        </Suspense>
      )}
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      {flags.footer && <Footer />}
      {flags.sideBar && <SideBar />}
      {flags.sideBar && flags.header === 'full' && <LaterOffers />}
      {shop && <PhoneBar />}
      {shop && <Asked />}
      <Toasts />
      <Alerts />
      {/* Each route remembers where it was left. */}
      <ScrollRestoration getKey={({ pathname, search }) => pathname + search} />
    </div>
  )
}

/** Texts that the company is to agree to: few see it, so its script comes when there are any. */
function Asked() {
  const user = useUser()
  const mounted = useMounted()
  if (!mounted || !user?.agreements.length) return null
  return (
    <Suspense fallback={null}>
      <agreements.Part user={user} />
    </Suspense>
  )
}

/** On each new page: the title, the reload that a changed account asks for, and the focus for keyboards and readers. */
function useArrival(title: string) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // Who is typing already goes on typing.
    if (!reloadIfFlagged() && !(document.activeElement instanceof HTMLInputElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** A line at the top while the next page is being read. */
function Progress() {
  const { state } = useNavigation()
  return <div className={state === 'loading' ? `${css.progress} ${css.moving}` : css.progress} aria-hidden="true" />
}
