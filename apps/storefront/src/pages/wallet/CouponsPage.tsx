import { Link } from 'react-router'
import type { CouponWire } from '#contract/promotions.ts'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { beijingTime, endText } from '#ui/times.ts'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import ticket from '../../parts/CouponTicket.module.css'
import { Face } from '../../parts/CouponTicket.tsx'
import { SiteLink } from '../../parts/SiteLink.tsx'
import { paths } from '../../paths.ts'
import css from './wallet.module.css'

const STATUSES = ['未使用', '已使用', '已过期'] as const
const TYPES = ['全部', '满减券', '折扣券'] as const
const PER_PAGE = 12

export async function loader({ api: client, url, signal }: PageArgs) {
  const within = (key: string, names: readonly string[]): number => {
    const wanted = Number(url.searchParams.get(key) ?? 0)
    return Number.isInteger(wanted) && wanted in names ? wanted : 0
  }
  const [status, type] = [within('status', STATUSES), within('type', TYPES)]
  const [{ data: coupons }, { data: counts }] = await Promise.all([
    client.ask(api.userCoupon, { query: { page: pageIn(url), per_page: PER_PAGE, status, type }, signal }),
    client.ask(api.couponNum, { signal }),
  ])
  return { status, type, coupons, counts }
}

/** /yhq: the coupons of this company, by state and sort. */
export default function CouponsPage() {
  const { status, type, coupons, counts } = usePageData<typeof loader>()
  const to = (change: { status?: number; type?: number; page?: number }): string => {
    const { status: wanted = status, type: sort = type, page } = change
    return memberPaths.coupons({ status: wanted || undefined, type: sort || undefined, page })
  }
  const numbers = [counts.unused, counts.used, counts.expired]
  return (
    <AccountShell
      title="我的优惠券"
      tools={
        <ButtonLink to={paths.couponCentre()} kind="primary">
          去领券中心
        </ButtonLink>
      }
    >
      <div className={columns.column}>
        <div className="panel">
          <Tabs
            label="优惠券状态"
            entries={STATUSES.map((text, index) => ({
              text,
              to: to({ status: index }),
              current: index === status,
              ...(numbers[index] !== undefined && { count: numbers[index] }),
            }))}
            end={
              <span className="seg">
                {TYPES.map((text, index) => (
                  <Link key={text} to={to({ type: index })} preventScrollReset aria-current={index === type ? 'page' : undefined}>
                    {text}
                  </Link>
                ))}
              </span>
            }
          />
        </div>
        {status === 0 && counts.soon > 0 && <p className="note note-warn">有 {counts.soon} 张优惠券将在 3 天内到期，请尽快使用。</p>}
        {coupons.list.length === 0 ? (
          <Nothing
            first={coupons.total > 0 && to({})}
            picture="paper"
            text={`没有${STATUSES[status]}的${type === 0 ? '优惠券' : TYPES[type]}`}
            hint={status === 0 ? '领券中心每天都有可以领取的优惠券。' : undefined}
          >
            {status === 0 && (
              <ButtonLink to={paths.couponCentre()} kind="primary">
                去领券
              </ButtonLink>
            )}
          </Nothing>
        ) : (
          <ul className={css.tickets}>
            {coupons.list.map((coupon) => (
              <Ticket key={coupon.id} coupon={coupon} />
            ))}
          </ul>
        )}
        <Pagination page={coupons.page} perPage={coupons.per_page} total={coupons.total} to={(page) => to({ page })} label="优惠券分页" />
      </div>
    </AccountShell>
  )
}

function Ticket({ coupon }: { coupon: CouponWire }) {
  const { status, days_left: days } = coupon
  const coming = Date.parse(coupon.valid_from) > Date.parse(coupon.valid_until)
  return (
    <li className={status === 'unused' ? ticket.ticket : `${ticket.ticket} ${ticket.shut}`}>
      <div className={ticket.face}>
        <Face text={coupon.face} />
        <small>{coupon.threshold_text}</small>
      </div>
      <div className={ticket.words}>
        <b className="ell" title={coupon.name}>
          {coupon.name}
        </b>
        <span className="ell" title={coupon.intro}>
          {coupon.scope_text}
          {coupon.stackable === 1 && <i className={ticket.stack}>可叠加</i>}
        </span>
        <small>
          {beijingTime(coupon.valid_from).slice(0, 10)} 至 {endText(coupon.valid_until).slice(0, 10)}
        </small>
        <div className={ticket.foot}>
          {status === 'unused' && !coming && (
            <>
              <small>
                {days !== null && days <= 3 && <span className="chip chip-warn">{days === 0 ? '今天到期' : `还有 ${days} 天到期`}</span>}
              </small>
              <SiteLink url={coupon.url} className="btn btn-primary btn-sm" aria-label={`去使用 ${coupon.name}`}>
                去使用
              </SiteLink>
            </>
          )}
          {status === 'used' && <small>{coupon.used_order_no ? `用于订单 ${coupon.used_order_no}` : '已使用'}</small>}
          {status === 'expired' && <small>已过期</small>}
        </div>
      </div>
    </li>
  )
}
