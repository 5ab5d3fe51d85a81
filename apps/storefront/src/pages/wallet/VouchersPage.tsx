import { Block } from '#ui/Block.tsx'
import columns from '#ui/columns.module.css'
import { Money } from '#ui/Money.tsx'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { Arrival } from './Arrival.tsx'
import { plainYuan } from './amounts.ts'
import { logQuery, logView } from './log-query.ts'
import { MoneyLog } from './MoneyLog.tsx'
import { RechargeForm } from './RechargeForm.tsx'
import css from './wallet.module.css'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = logView(url)
  const [{ data: config }, { data: log }] = await Promise.all([
    client.ask(memberApi.moneyConfig, { signal }),
    client.ask(memberApi.userMoneyLog, { query: logQuery(view, 'voucher'), signal }),
  ])
  return { view, config, log }
}

/** /xjq: cash vouchers: what is there, buying more, and every movement. */
export default function VouchersPage() {
  const { view, config, log } = usePageData<typeof loader>()
  const best = config.tiers.at(-1)
  return (
    <AccountShell title="我的现金券">
      <div className={columns.column}>
        <Arrival kind="recharge" done={memberPaths.vouchers()} />
        <section className={`panel ${css.hero}`} aria-label="现金券">
          <div>
            <span>可用现金券</span>
            <Money yuan={config.voucher.balance} size="xl" tone="ink" />
          </div>
          <p className="muted">
            现金券像现金一样抵付订单，可与优惠券、余额同时使用，没有有效期
            {best && `；最高充 ${moneyText(plainYuan(best.amount))} 送 ${moneyText(plainYuan(best.gift))}`}
            。取消订单或退货时，用掉的现金券原数退回。
          </p>
        </section>
        <Block title="充值现金券">
          <RechargeForm config={config} purse="voucher" />
        </Block>
        <section className="panel" aria-label="现金券明细">
          <MoneyLog
            log={log}
            view={view}
            purse="voucher"
            to={memberPaths.vouchers}
            empty="还没有现金券记录"
            hint="充值、兑换、中奖得到的现金券和每次使用，都会记在这里。"
          />
        </section>
      </div>
    </AccountShell>
  )
}
