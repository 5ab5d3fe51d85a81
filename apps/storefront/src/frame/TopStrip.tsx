import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { useUser } from '../api/queries.ts'
import { useMounted } from '../app/useMounted.ts'
import { LoginLink } from '../parts/LoginLink.tsx'
import { SiteLink } from '../parts/SiteLink.tsx'
import { paths } from '../paths.ts'
import { badgeText } from './CartButton.tsx'
import { InstallButton } from './InstallButton.tsx'
import { papersTone } from './papers.ts'
import { QrHint } from './QrHint.tsx'
import css from './TopStrip.module.css'
import { useLogout } from './useLogout.ts'

/** Only owners of several stores need it. */
const StoreSwitch = lazy(() => import('./StoreSwitch.tsx'))

/** The member centre's other pages that the header links (specification section 2). */
const WAYS = [
  ['/star', '我的收藏'],
  ['/dzfp', '电子发票'],
  ['/dzht', '电子合同'],
  ['/zhzq', '组合专区'],
] as const

/** The strip above the header: who is here on the left, ways to elsewhere on the right. */
export function TopStrip() {
  const user = useUser()
  return (
    <section className={css.strip} aria-label="账户与快捷链接">
      <div className={`wrap ${css.row}`}>
        {user ? (
          <Signed name={user.company || user.name} tone={papersTone(user)} review={user.review_name} stores={user.stores.length} />
        ) : (
          <Guest />
        )}
        <span className={css.gap} />
        {user && (
          <>
            <Link to={paths.orders()}>我的订单</Link>
            <Link to={paths.messages()}>
              消息{user.message_count > 0 && <span className="badge">{badgeText(user.message_count)}</span>}
            </Link>
            <Link to={paths.member()}>会员中心</Link>
            <span className={css.ways}>
              {WAYS.map(([url, name]) => (
                <SiteLink key={url} url={url}>
                  {name}
                </SiteLink>
              ))}
            </span>
          </>
        )}
        <SiteLink url="/help">帮助中心</SiteLink>
        <InstallButton />
        <QrHint>
          <Icon name="qr" size={14} />
          手机版
        </QrHint>
      </div>
    </section>
  )
}

function Guest() {
  return (
    <>
      <span className={css.who}>您好，欢迎来到安衡药采</span>
      <LoginLink className="link">请登录</LoginLink>
      <Link to={paths.register()} className="link">
        免费注册
      </Link>
    </>
  )
}

function Signed({ name, tone, review, stores }: { name: string; tone: ReturnType<typeof papersTone>; review: string; stores: number }) {
  const { logout, busy } = useLogout()
  const mounted = useMounted()
  return (
    <>
      <span className={`ell ${css.who}`}>{name}</span>
      <StateBadge tone={tone.tone}>{tone.text || review}</StateBadge>
      <button type="button" onClick={logout} disabled={busy}>
        安全退出
      </button>
      {mounted && stores > 1 && (
        <Suspense fallback={null}>
          <StoreSwitch />
        </Suspense>
      )}
    </>
  )
}
