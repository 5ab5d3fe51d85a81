import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CreditBillWire, MoneyLogWire, UserMoneyWire } from '#contract/wallet.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { daysText } from './due.ts'
import { GroupTable } from './GroupTable.tsx'
import { signed } from './MoneyLog.tsx'
import { SpendingChart } from './SpendingChart.tsx'
import css from './wallet.module.css'

const RECENT = 4

export async function loader({ api: client, signal }: PageArgs) {
  const [{ data: money }, { data: log }, { data: bills }] = await Promise.all([
    client.ask(memberApi.userMoney, { signal }),
    client.ask(memberApi.userMoneyLog, { query: { purse: 'balance', per_page: RECENT }, signal }),
    client.ask(memberApi.userCreditList, { query: { type: 1, per_page: RECENT }, signal }),
  ])
  const group = money.group_size > 1 ? (await client.ask(memberApi.userGroupMoney, { signal })).data : null
  return { money, group, log: log.list, bills: bills.list }
}

/** /wdqb: all purses at a glance. */
export default function WalletPage() {
  const { money, group, log, bills } = usePageData<typeof loader>()
  return (
    <AccountShell title="我的钱包">
      <div className={columns.column}>
        <Tiles money={money} />
        <Notices money={money} />
        <div className={css.halves}>
          <Block title="采购付款" head={<span className="muted">近 12 个月，元</span>}>
            <SpendingChart months={money.months} />
          </Block>
          <Block title="本月余额收支">
            <dl className={css.pairs}>
              <div>
                <dt>收入</dt>
                <dd>
                  <Money yuan={money.month_in} tone="ink" size="lg" />
                </dd>
              </div>
              <div>
                <dt>支出</dt>
                <dd>
                  <Money yuan={money.month_out} tone="ink" size="lg" />
                </dd>
              </div>
            </dl>
            <p className={css.ways}>
              <ButtonLink to={memberPaths.vouchers()} kind="primary">
                充值现金券
              </ButtonLink>
              <ButtonLink to={memberPaths.balance({ show: 'recharge' })}>余额充值</ButtonLink>
              <ButtonLink to={paths.couponCentre()}>去领券</ButtonLink>
            </p>
          </Block>
        </div>
        <div className={css.pair}>
          <Block title="最近余额变动" head={<More to={memberPaths.balance()} />}>
            <RecentLog log={log} />
          </Block>
          <Block title="待还账单" head={<More to={memberPaths.credit()} />}>
            <OpenBills bills={bills} />
          </Block>
        </div>
        {group && <GroupTable group={group} />}
      </div>
    </AccountShell>
  )
}

const More = ({ to }: { to: string }) => (
  <Link className={`more ${css.all}`} to={to}>
    全部
  </Link>
)

function RecentLog({ log }: { log: readonly MoneyLogWire[] }) {
  if (log.length === 0) return <p className={css.nothing}>还没有余额变动。退款、返现和充值会进入余额。</p>
  return (
    <ul className={css.recent}>
      {log.map((row) => (
        <li key={row.id}>
          <span className="ell">{row.use_name}</span>
          <b className={row.amount.startsWith('-') ? undefined : css.in}>{signed(row.amount)}</b>
          <small>{beijingTime(row.at)}</small>
          <small>余 {moneyText(row.balance_after)}</small>
        </li>
      ))}
    </ul>
  )
}

function OpenBills({ bills }: { bills: readonly CreditBillWire[] }) {
  if (bills.length === 0) return <p className={css.nothing}>没有待还账单。</p>
  return (
    <ul className={css.recent}>
      {bills.map((bill) => (
        <li key={bill.id}>
          <Link className="link ell" to={paths.order(bill.order_id)}>
            订单 {bill.order_no}
          </Link>
          <b>{moneyText(bill.open)}</b>
          <small>{bill.due_on} 到期</small>
          <small>
            <span className={bill.status === 'overdue' ? css.bad : bill.status === 'soon' ? css.warn : undefined}>
              {daysText(bill.days_left)}
            </span>
          </small>
        </li>
      ))}
    </ul>
  )
}

function Tile({ name, to, note, tone, children }: { name: string; to: string; note: string; tone?: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <Link to={to} className={`panel ${css.tile}`}>
      <span>{name}</span>
      <b>{children}</b>
      <small className={tone && css[tone]}>{note}</small>
    </Link>
  )
}

function creditNote({ limit, next_due: due, next_amount: amount, overdue }: UserMoneyWire['credit']): {
  note: string
  tone?: 'warn' | 'bad'
} {
  if (overdue !== '0.00') return { note: `已逾期 ${moneyText(overdue)}`, tone: 'bad' }
  if (due !== null) return { note: `下次还款 ${due.slice(5)} ${moneyText(amount)}`, tone: 'warn' }
  return { note: limit === '0.00' ? '尚未开通' : '没有待还账单' }
}

function Tiles({ money }: { money: UserMoneyWire }) {
  return (
    <div className={css.tiles}>
      <Tile
        name="账户余额"
        to={memberPaths.balance()}
        note={money.group_size > 1 ? `集团共 ${money.group_size} 家门店` : '下单时可直接支付'}
      >
        {moneyText(money.balance)}
      </Tile>
      <Tile name="账期可用" to={memberPaths.credit()} {...creditNote(money.credit)}>
        {moneyText(money.credit.left)}
      </Tile>
      <Tile
        name="优惠券"
        to={memberPaths.coupons()}
        note={money.coupons_soon > 0 ? `${money.coupons_soon} 张 3 天内到期` : '可去领券中心领取'}
        {...(money.coupons_soon > 0 && { tone: 'warn' as const })}
      >
        {money.coupons} 张
      </Tile>
      <Tile name="现金券" to={memberPaths.vouchers()} note="充值有赠送">
        {moneyText(money.voucher)}
      </Tile>
      <Tile name="积分" to={memberPaths.points()} note="可在积分商城兑换">
        {money.points.toLocaleString('zh-CN')}
      </Tile>
    </div>
  )
}

function Notices({ money: { credit } }: { money: UserMoneyWire }) {
  if (credit.overdue === '0.00') return null
  return (
    <p className="note note-bad" role="status">
      <Icon name="alert" />
      <span>
        您有 {moneyText(credit.overdue)} 账期已逾期，还清前不能再使用账期下单。{' '}
        <Link className="link" to={memberPaths.credit({ type: 2 })}>
          去还款
        </Link>
      </span>
    </p>
  )
}
