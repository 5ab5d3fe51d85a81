import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UserGroupMoneyWire, UserMoneyWire } from '#contract/wallet.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { memberPaths } from '../../member-paths.ts'
import { Block } from '../../parts/Block.tsx'
import { ButtonLink } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Money } from '../../parts/Money.tsx'
import { moneyText } from '../../parts/yuan.ts'
import { paths } from '../../paths.ts'
import { AccountShell } from '../account/AccountShell.tsx'
import { GroupTable } from './GroupTable.tsx'
import { SpendingChart } from './SpendingChart.tsx'
import css from './wallet.module.css'

export async function loader({ api: client, signal }: PageArgs): Promise<{ money: UserMoneyWire; group: UserGroupMoneyWire | null }> {
  const { data: money } = await client.ask(memberApi.userMoney, { signal })
  const group = money.group_size > 1 ? (await client.ask(memberApi.userGroupMoney, { signal })).data : null
  return { money, group }
}

/** /wdqb: all purses at a glance. */
export default function WalletPage() {
  const { money, group } = usePageData<typeof loader>()
  return (
    <AccountShell title="我的钱包">
      <div className={css.page}>
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
              <ButtonLink to={memberPaths.balance()}>余额明细</ButtonLink>
              <ButtonLink to={paths.couponCentre()}>去领券</ButtonLink>
            </p>
          </Block>
        </div>
        {group && <GroupTable group={group} />}
      </div>
    </AccountShell>
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
        note={money.coupons_soon > 0 ? `${money.coupons_soon} 张 3 天内到期` : '去领券中心看看'}
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
