import { useState } from 'react'
import type { DataOf, QueryOf } from '#contract/call.ts'
import type { EphedrineOrderWire, ReceiptState } from '#contract/documents.ts'
import { ButtonLink } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Icon } from '#ui/Icon.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { ReceiptCard } from './ReceiptCard.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import css from './receipts.module.css'

type Call = typeof import('#contract/documents.ts').ephedrineOrders
type State = ReceiptState | 'all'
const STATES: readonly State[] = ['all', 'awaiting', 'submitted', 'passed', 'rejected', 'overdue']
const isState = (text: string | null): text is State => STATES.some((state) => state === text)

export async function loader({ api: client, url, signal }: PageArgs) {
  const asked = url.searchParams.get('state')
  const state: State = isState(asked) ? asked : 'all'
  const query: QueryOf<Call> = { page: pageIn(url), state }
  return { state, data: (await client.ask(memberApi.ephedrineOrders, { query, signal })).data }
}

const addressOf = (state: string, page = 1) =>
  memberPaths.receipts({ state: state === 'all' ? undefined : state, page: page > 1 ? page : undefined })

/** /hmdd: ephedrine orders, and the stamped receipt that is owed for each. */
export default function ReceiptsPage() {
  const { state, data } = usePageData<typeof loader>()
  const [sending, setSending] = useState<EphedrineOrderWire | null>(null)
  const { list, total, page, per_page: perPage, counts } = data
  return (
    <AccountShell title="含麻药品回执">
      <div className={columns.column}>
        <Limits data={data} />
        <section className="panel" aria-label="含麻订单">
          <Tabs
            label="回执状态"
            entries={counts.map((one) => ({ text: one.name, to: addressOf(one.state), current: one.state === state, count: one.count }))}
          />
          {list.length === 0 ? (
            <Nothing
              first={page > 1 && total > 0 && addressOf(state)}
              picture="paper"
              text={state === 'all' ? '还没有含特殊药品复方制剂的订单' : '没有这一状态的回执'}
              hint={state === 'all' ? '购买含特殊药品复方制剂后，收货时会在这里生成回执。' : undefined}
            >
              <ButtonLink to={state === 'all' ? paths.orders() : addressOf('all')}>
                {state === 'all' ? '查看我的订单' : '查看全部'}
              </ButtonLink>
            </Nothing>
          ) : (
            <ul className={css.cards}>
              {list.map((order) => (
                <ReceiptCard key={order.id} order={order} onSend={() => setSending(order)} />
              ))}
            </ul>
          )}
          <Pagination page={page} perPage={perPage} total={total} to={(next) => addressOf(state, next)} label="含麻订单分页" />
        </section>
      </div>
      {sending && <ReceiptDialog order={sending} onClose={() => setSending(null)} />}
    </AccountShell>
  )
}

/** What may still be bought this month, and the rule in a sentence. */
function Limits({ data: { limits, special_limits: special, blocked } }: { data: DataOf<Call> }) {
  const left = Math.max(0, limits.per_month - limits.bought)
  const others = special.filter((one) => one.substance !== 'ephedrine' && one.bought > 0)
  return (
    <section className={`panel ${css.limits}`} aria-label="采购限量">
      <div className={css.meter}>
        <p>
          <span>本月已购</span>
          <b>{limits.bought}</b> / {limits.per_month} 盒
        </p>
        <progress value={Math.min(limits.bought, limits.per_month)} max={limits.per_month} aria-label={`本月已购 ${limits.bought} 盒`} />
        <small>
          每单最多 {limits.per_order} 盒，本月还可购 {left} 盒
        </small>
        {others.map((one) => (
          <small key={one.substance}>
            {one.name}：本月已购 {one.bought} / {one.per_month} 盒，每单最多 {one.per_order} 盒
          </small>
        ))}
      </div>
      <p className={css.rule}>
        含特殊药品复方制剂单独成单，由贵单位对公账户付款。收货后 7 日内请下载回执单，填写、签字并加盖公章后上传；逾期将暂停这类商品的采购。
      </p>
      {blocked && (
        <p className="note note-bad" role="status">
          <Icon name="warn" />
          {blocked}
        </p>
      )}
    </section>
  )
}
