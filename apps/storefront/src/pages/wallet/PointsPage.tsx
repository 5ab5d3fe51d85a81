import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { logQuery, logView } from './log-query.ts'
import { MoneyLog } from './MoneyLog.tsx'
import css from './wallet.module.css'

const RULES = [
  '订单完成后，按实际支付的商品金额得积分，结算时会显示可得的数目；运费、优惠部分和含特殊药品复方制剂的订单不计。',
  '退货时收回所退商品得到的积分；积分已经用掉的，从以后得到的积分里扣回。',
  '积分可在积分商城兑换商品、优惠券和现金券，也可参加抽奖；兑换取消后积分原数退回。',
  '积分不能转让、不能提现；企业资质冻结期间不能兑换。',
] as const

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = logView(url)
  const [{ data: money }, { data: log }] = await Promise.all([
    client.ask(memberApi.userMoney, { signal }),
    client.ask(memberApi.userMoneyLog, { query: logQuery(view, 'points'), signal }),
  ])
  return { view, points: money.points, log }
}

/** /jfgl: points, what gave and took them, and the rules. */
export default function PointsPage() {
  const { view, points, log } = usePageData<typeof loader>()
  return (
    <AccountShell
      title="我的积分"
      tools={
        <ButtonLink to={paths.pointsMall()} kind="primary">
          去积分商城
        </ButtonLink>
      }
    >
      <div className={columns.column}>
        <section className={`panel ${css.hero}`} aria-label="积分">
          <div>
            <span>可用积分</span>
            <b className={css.points}>{points.toLocaleString('zh-CN')}</b>
          </div>
          <p className={css.ways}>
            <ButtonLink to={paths.pointsOrders()}>积分订单</ButtonLink>
            <ButtonLink to={paths.perks()}>优益惠</ButtonLink>
          </p>
        </section>
        <section className="panel" aria-label="积分明细">
          <MoneyLog
            log={log}
            view={view}
            purse="points"
            to={memberPaths.points}
            empty="还没有积分记录"
            hint="订单完成后按实付金额得积分，每一笔都会记在这里。"
            way={<ButtonLink to={paths.list()}>去采购</ButtonLink>}
          />
        </section>
        <Block title="积分规则">
          <ol className={css.rules}>
            {RULES.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ol>
        </Block>
      </div>
    </AccountShell>
  )
}
