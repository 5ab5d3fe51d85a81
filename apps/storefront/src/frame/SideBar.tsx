import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useUser } from '../api/queries.ts'
import { useMounted } from '../app/useMounted.ts'
import { paths } from '../paths.ts'
import { badgeText } from './CartButton.tsx'
import { PANEL_TITLES, type PanelName } from './panel-titles.ts'
import css from './SideBar.module.css'
import { useScrolledPast } from './useScrolledPast.ts'

const SidePanel = lazy(() => import('./SidePanel.tsx'))
const LiveFigures = lazy(() => import('./LiveFigures.tsx').catch(() => ({ default: () => null })))

/** The panel slides first, then its content is read. */
const DRAWER_DELAY_MS = 200
/** Anything on a page may ask for the service (frame/open-service.ts). */
export const SERVICE_EVENT = 'open-service'

/** 40 px at the right edge; opens to 310 px. On a phone there is no edge: what is opened covers the page. */
export function SideBar() {
  const { pathname } = useLocation()
  const user = useUser()
  const queries = useQueryClient()
  const [panel, setPanel] = useState<PanelName | null>(null)
  const [settled, setSettled] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const low = useScrolledPast(400)
  const mounted = useMounted()
  const onCartPage = pathname === paths.cart()
  // On cart step 1 the drawer is forced closed: the page itself is the cart.
  const open = onCartPage && panel === 'cart' ? null : panel

  useEffect(() => {
    setSettled(false)
    if (open === null) return
    const timer = setTimeout(() => setSettled(true), DRAWER_DELAY_MS)
    // Opened from somewhere on the page, which on a phone it covers.
    if (!bar.current?.contains(opener.current)) content.current?.focus()
    return () => clearTimeout(timer)
  }, [open])
  useEffect(() => {
    // Who talks with the service goes on looking at the page.
    if (open === null || open === 'service') return
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target) && !(event.target as Element).closest('dialog'))
        setPanel(null)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const show = (next: PanelName) => {
    opener.current = document.activeElement
    setPanel(next)
  }
  const close = () => {
    setPanel(null)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  useEffect(() => {
    const ask = () => {
      opener.current = document.activeElement
      setPanel('service')
    }
    window.addEventListener(SERVICE_EVENT, ask)
    return () => window.removeEventListener(SERVICE_EVENT, ask)
  }, [])

  const tool = (name: PanelName, icon: IconName, count = 0) => (
    <button
      type="button"
      className={css.tool}
      aria-label={count > 0 ? `${PANEL_TITLES[name]}，${count} 条未读` : PANEL_TITLES[name]}
      title={PANEL_TITLES[name]}
      aria-expanded={open === name}
      onClick={() => (open === name ? close() : show(name))}
    >
      <Icon name={icon} size={18} />
      {count > 0 && <b className="badge">{badgeText(count)}</b>}
    </button>
  )
  const count = user?.cart_count ?? 0
  return (
    <aside
      ref={bar}
      className={open ? `${css.bar} ${css.open}` : css.bar}
      aria-label="快捷工具"
      onKeyDown={(event) => event.key === 'Escape' && open && close()}
    >
      <div className={css.tools}>
        <div className={css.middle}>
          {tool('account', 'user')}
          {!onCartPage && (
            <button
              type="button"
              className={css.cart}
              aria-label={count > 0 ? `购物车，${count} 种商品` : '购物车'}
              aria-expanded={open === 'cart'}
              onClick={() => {
                void queries.invalidateQueries({ queryKey: ['cart'] })
                if (open === 'cart') close()
                else show('cart')
              }}
            >
              <Icon name="cart" size={18} />
              <span>购物车</span>
              {count > 0 && <b>{badgeText(count)}</b>}
            </button>
          )}
          {tool('messages', 'bell', user?.message_count)}
          {tool('service', 'headset', user?.chat_unread)}
          {tool('wechat', 'qr')}
        </div>
        <button
          type="button"
          className={low ? css.tool : `${css.tool} ${css.hidden}`}
          aria-label="返回顶部"
          title="返回顶部"
          tabIndex={low ? 0 : -1}
          // At once: a slow way up stops short where rows that were not drawn yet turn out taller than thought.
          onClick={() => window.scrollTo({ top: 0 })}
        >
          <Icon name="top" size={18} />
        </button>
      </div>
      <div ref={content} className={css.panel} inert={open === null} tabIndex={-1}>
        {open && (
          <>
            <header>
              <h2>{PANEL_TITLES[open]}</h2>
              <button type="button" className="iconbtn" aria-label="收起" onClick={close}>
                <Icon name="close" />
              </button>
            </header>
            {settled && (
              <Suspense fallback={<Skeleton height={160} />}>
                <SidePanel name={open} />
              </Suspense>
            )}
          </>
        )}
      </div>
      {mounted && user && (
        <Suspense fallback={null}>
          <LiveFigures />
        </Suspense>
      )}
    </aside>
  )
}
