import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '../api/queries.ts'
import { useQueryClient } from '../api/useQuery.ts'
import { Icon, type IconName } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { paths } from '../paths.ts'
import { badgeText } from './CartButton.tsx'
import css from './SideBar.module.css'
import { useScrolledPast } from './useScrolledPast.ts'

const Drawer = lazy(() => import('../parts/CartDrawer.tsx'))
const Account = lazy(() => import('./AccountPanel.tsx'))
const CartForGuest = lazy(async () => ({ default: (await import('./SidePanels.tsx')).CartForGuest }))
const Service = lazy(async () => ({ default: (await import('./SidePanels.tsx')).Service }))
const Scan = lazy(async () => ({ default: (await import('./SidePanels.tsx')).Scan }))

type Panel = 'account' | 'cart' | 'service' | 'qr'
const TITLES: Record<Panel, string> = { account: '我的账户', cart: '购物车', service: '联系客服', qr: '手机扫码' }
/** The panel slides first, then its content is read. */
const DRAWER_DELAY_MS = 200

/** 40 px at the right edge; opens to 310 px. */
export function SideBar() {
  const { pathname } = useLocation()
  const user = useUser()
  const queries = useQueryClient()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [settled, setSettled] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const low = useScrolledPast(400)
  const onCartPage = pathname === paths.cart()
  // On cart step 1 the drawer is forced closed: the page itself is the cart.
  const open = onCartPage && panel === 'cart' ? null : panel

  useEffect(() => {
    setSettled(false)
    if (open === null) return
    const timer = setTimeout(() => setSettled(true), DRAWER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [open])
  useEffect(() => {
    if (open === null) return
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target) && !(event.target as Element).closest('dialog'))
        setPanel(null)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const toggle = (next: Panel) => setPanel(open === next ? null : next)
  const tool = (name: Panel, icon: IconName) => (
    <button
      type="button"
      className={css.tool}
      aria-label={TITLES[name]}
      title={TITLES[name]}
      aria-expanded={open === name}
      onClick={() => toggle(name)}
    >
      <Icon name={icon} size={18} />
    </button>
  )
  const count = user?.cart_count ?? 0
  return (
    <aside
      ref={bar}
      className={open ? `${css.bar} ${css.open}` : css.bar}
      aria-label="快捷工具"
      onKeyDown={(event) => event.key === 'Escape' && setPanel(null)}
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
                toggle('cart')
              }}
            >
              <Icon name="cart" size={18} />
              <span>购物车</span>
              {count > 0 && <b>{badgeText(count)}</b>}
            </button>
          )}
          {tool('service', 'headset')}
          {tool('qr', 'qr')}
        </div>
        <button
          type="button"
          className={low ? css.tool : `${css.tool} ${css.hidden}`}
          aria-label="返回顶部"
          title="返回顶部"
          tabIndex={low ? 0 : -1}
          onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <Icon name="top" size={18} />
        </button>
      </div>
      <div className={css.panel} inert={open === null}>
        {open && (
          <>
            <header>
              <h2>{TITLES[open]}</h2>
              <button type="button" className="iconbtn" aria-label="收起" onClick={() => setPanel(null)}>
                <Icon name="close" />
              </button>
            </header>
            {settled && (
              <Suspense fallback={<Skeleton height={160} />}>
                {open === 'cart' && (user ? <Drawer /> : <CartForGuest />)}
                {open === 'account' && <Account />}
                {open === 'service' && <Service />}
                {open === 'qr' && <Scan />}
              </Suspense>
            )}
          </>
        )}
      </div>
    </aside>
  )
}
