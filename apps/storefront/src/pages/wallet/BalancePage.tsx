import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Money } from '#ui/Money.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { Arrival } from './Arrival.tsx'
import { GroupTable } from './GroupTable.tsx'
import { logQuery, logView } from './log-query.ts'
import { MoneyLog } from './MoneyLog.tsx'
import { RechargeForm } from './RechargeForm.tsx'
import css from './wallet.module.css'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = logView(url)
  const { data: money } = await client.ask(memberApi.userMoney, { signal })
  const show = url.searchParams.get('show')
  const part =
    show === 'recharge' ? ('recharge' as const) : show === 'group' && money.group_size > 1 ? ('group' as const) : ('own' as const)
  const query = logQuery(view, 'balance')
  const [log, group, config] = await Promise.all([
    part === 'own'
      ? client.ask(memberApi.userMoneyLog, { query, signal })
      : part === 'group'
        ? client.ask(memberApi.userGroupMoneyLog, { query, signal })
        : null,
    part === 'group' ? client.ask(memberApi.userGroupMoney, { signal }) : null,
    part === 'recharge' ? client.ask(memberApi.moneyConfig, { signal }) : null,
  ])
  return { view, money, part, log: log?.data ?? null, group: group?.data ?? null, config: config?.data ?? null }
}

/** /yegl: the balance of this store with its log, that of the group, and putting money in. */
export default function BalancePage() {
  const { view, money, part, log, group, config } = usePageData<typeof loader>()
  const to = (values: Record<string, string | number | undefined>) =>
    memberPaths.balance({ ...values, show: part === 'own' ? undefined : part })
  const tabs = [
    { text: '余额明细', to: memberPaths.balance(), current: part === 'own' },
    ...(money.group_size > 1 ? [{ text: '集团余额', to: memberPaths.balance({ show: 'group' }), current: part === 'group' }] : []),
    { text: '余额充值', to: memberPaths.balance({ show: 'recharge' }), current: part === 'recharge' },
  ]
  return (
    <AccountShell title="我的余额">
      <div className={columns.column}>
        <Arrival kind="recharge" done={memberPaths.balance()} />
        <section className={`panel ${css.hero}`} aria-label="余额">
          <div>
            <span>可用余额</span>
            <Money yuan={money.balance} size="xl" tone="ink" />
          </div>
          <dl>
            <div>
              <dt>本月收入</dt>
              <dd>
                <Money yuan={money.month_in} tone="ink" />
              </dd>
            </div>
            <div>
              <dt>本月支出</dt>
              <dd>
                <Money yuan={money.month_out} tone="ink" />
              </dd>
            </div>
          </dl>
          <p className="muted">
            余额可用于支付订单、账期还款和购买现金券；退款、满额返现也会进入余额。含特殊药品复方制剂订单不能用余额支付。
          </p>
        </section>
        {group && <GroupTable group={group} />}
        <section className="panel" aria-label={tabs.find(({ current }) => current)?.text}>
          <Tabs label="余额" entries={tabs} />
          {config && (
            <div className={css.within}>
              <RechargeForm config={config} purse="balance" />
            </div>
          )}
          {log && (
            <MoneyLog
              log={log}
              view={view}
              purse="balance"
              to={to}
              stores={part === 'group'}
              empty="还没有余额变动"
              hint="充值、退款、返现和用余额付款后，这里会有每一笔的记录。"
              way={<ButtonLink to={memberPaths.balance({ show: 'recharge' })}>去充值</ButtonLink>}
            />
          )}
        </section>
      </div>
    </AccountShell>
  )
}
