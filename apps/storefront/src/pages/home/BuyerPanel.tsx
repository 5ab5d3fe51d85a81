import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { UserBaseWire } from '#contract/user.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { moneyText } from '#ui/yuan.ts'
import { useUser } from '../../api/queries.ts'
import { useMounted } from '../../app/useMounted.ts'
import { managerTitle } from '../../frame/manager-title.ts'
import { papersTone } from '../../frame/papers.ts'
import { useLogout } from '../../frame/useLogout.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import { paths } from '../../paths.ts'
import css from './BuyerPanel.module.css'

const StoreSwitch = lazy(() => import('../../frame/StoreSwitch.tsx'))

/** The buyer's own corner of the home page. */
export function BuyerPanel() {
  const user = useUser()
  return user ? <Buyer user={user} /> : <Guest />
}

const REASONS: readonly { icon: IconName; text: string; more: string }[] = [
  { icon: 'lock', text: '价格与库存', more: '只对通过审核的企业显示' },
  { icon: 'shield', text: '证照核验', more: '按经营范围供货，合规可查' },
  { icon: 'truck', text: '批号效期', more: '先到期先发，单据随货同行' },
]

function Guest() {
  return (
    <section className={`panel ${css.panel}`} aria-label="登录">
      <p className={css.hello}>您好，欢迎采购</p>
      <p className={css.lead}>登录企业账号，查看价格并下单</p>
      <LoginLink className="btn btn-primary btn-lg btn-block">登录</LoginLink>
      <ul className={css.reasons}>
        {REASONS.map(({ icon, text, more }) => (
          <li key={text}>
            <i>
              <Icon name={icon} />
            </i>
            <span>
              <b>{text}</b>
              <small>{more}</small>
            </span>
          </li>
        ))}
      </ul>
      <SiteLink url="/help/xrzn/hyzc" className={css.guide}>
        如何开通企业账号
        <Icon name="right" size={12} />
      </SiteLink>
    </section>
  )
}

const NOTES: Partial<Record<StateTone, string>> = { ok: 'note-ok', wait: 'note-warn', bad: 'note-bad' }
const SHOWN_STATES: readonly string[] = ['pending_payment', 'paid', 'shipped', 'completed']

function Buyer({ user }: { user: UserBaseWire }) {
  const { logout, busy } = useLogout()
  const mounted = useMounted()
  const papers = papersTone(user)
  const counts = user.order_counts.filter(({ status }) => SHOWN_STATES.includes(status)).slice(0, 4)
  return (
    <section className={`panel ${css.panel}`} aria-label="我的企业">
      <div className={css.top}>
        <i>
          <Icon name="store" size={20} />
        </i>
        <div className={css.who}>
          <b className="ell">{user.company}</b>
          <small>
            {user.company_type}
            {user.rank && ` · 价格等级 ${user.rank}`}
          </small>
        </div>
      </div>
      <p className={css.manager}>
        <Icon name="headset" size={14} />
        <span className="ell">
          {managerTitle(user.admin)} <b>{user.admin.name}</b>
        </span>
        {user.admin.phone && <a href={`tel:${user.admin.phone}`}>{user.admin.phone}</a>}
      </p>
      <div className={css.money}>
        <div>
          <span>账户余额</span>
          <b>{moneyText(user.balance)}</b>
        </div>
        <div>
          <span>企业资质</span>
          <StateBadge tone={papers.tone}>{papers.text}</StateBadge>
        </div>
      </div>
      <div className={css.orders}>
        {counts.map(({ status, name, count }) => (
          <Link key={status} to={paths.orders({ status })}>
            <b>{count}</b>
            {name}
          </Link>
        ))}
      </div>
      <div className={css.quick}>
        <ButtonLink kind="soft" to={paths.list({ bought: 1 }, 'table')}>
          <Icon name="list" />
          常购清单
        </ButtonLink>
        <ButtonLink to={paths.orders()}>
          <Icon name="file" />
          全部订单
        </ButtonLink>
      </div>
      <p className={`note ${NOTES[papers.tone] ?? 'note-info'} ${css.alert}`}>
        <Icon name={papers.tone === 'ok' ? 'shield' : 'alert'} />
        {user.papers_note || (papers.tone === 'ok' ? '证照均在有效期内' : papers.text)}
      </p>
      <div className={`only-phone ${css.leave}`}>
        {mounted && user.stores.length > 1 && (
          <Suspense fallback={null}>
            <StoreSwitch />
          </Suspense>
        )}
        <button type="button" disabled={busy} onClick={logout}>
          安全退出
        </button>
      </div>
    </section>
  )
}
