import { Link } from 'react-router'
import type { UserMoneyWire } from '#contract/wallet.ts'
import { grouped, moneyText } from '#ui/yuan.ts'
import { memberPaths } from '../../../member-paths.ts'
import css from './home.module.css'

interface Figure {
  name: string
  value: string
  note: string
  tone?: 'soon' | 'bad'
  to: string
}

function creditFigure({ limit, left, overdue, next_due: due, next_amount: amount }: UserMoneyWire['credit']): Figure {
  const to = memberPaths.credit()
  if (Number(overdue) > 0) return { name: '账期可用', value: moneyText(left), note: `已逾期 ${moneyText(overdue)}`, tone: 'bad', to }
  if (Number(limit) === 0) return { name: '账期', value: '未开通', note: '可向客户经理申请', to }
  if (due === null) return { name: '账期可用', value: moneyText(left), note: `额度 ${moneyText(limit)}`, to }
  return { name: '账期可用', value: moneyText(left), note: `下次还款 ${due.slice(5)} ${moneyText(amount)}`, tone: 'soon', to }
}

/** What there is to spend, each leading to its own page. */
export function WalletRow({ money }: { money: UserMoneyWire }) {
  const figures: Figure[] = [
    { name: '账户余额', value: moneyText(money.balance), note: '下单时可抵扣', to: memberPaths.balance() },
    creditFigure(money.credit),
    {
      name: '优惠券',
      value: `${money.coupons} 张`,
      note: money.coupons_soon > 0 ? `${money.coupons_soon} 张 3 天内到期` : '领券中心可领更多',
      ...(money.coupons_soon > 0 && { tone: 'soon' as const }),
      to: memberPaths.coupons(),
    },
    { name: '现金券', value: moneyText(money.voucher), note: '充值再得', to: memberPaths.vouchers() },
    { name: '积分', value: grouped(String(money.points)), note: '可兑换商品与现金券', to: memberPaths.points() },
  ]
  return (
    <section className={css.wallet} aria-label="我的钱包">
      {figures.map(({ name, value, note, tone, to }) => (
        <Link key={name} to={to} className="panel">
          <span>{name}</span>
          <b>{value}</b>
          <small className={tone && css[tone]}>{note}</small>
        </Link>
      ))}
    </section>
  )
}
