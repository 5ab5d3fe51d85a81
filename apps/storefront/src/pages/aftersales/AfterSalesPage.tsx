import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { memberPaths } from '../../member-paths.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Pagination } from '../../parts/Pagination.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { paths } from '../../paths.ts'
import { AccountShell } from '../account/AccountShell.tsx'
import orders from '../order/order.module.css'
import { AfterSaleCard } from './AfterSaleCard.tsx'
import { type AfterSalesView, afterSalesQuery, afterSalesView, statusOf, viewValues } from './after-sales-query.ts'
import { useAfterSaleActions } from './useAfterSaleActions.tsx'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = afterSalesView(url.searchParams)
  const { data } = await client.ask(memberApi.afterSaleList, { query: afterSalesQuery(view), signal })
  return { view, ...data }
}

const link = (view: AfterSalesView, change: Partial<AfterSalesView>): string =>
  memberPaths.afterSales(viewValues({ ...view, page: 1, ...change }))

/** /order/afterSales: every application, where it stands and what it waits for. */
export default function AfterSalesPage() {
  const { view, list, total, per_page, counts } = usePageData<typeof loader>()
  const { search } = useLocation()
  const { act, dialogs } = useAfterSaleActions()
  // States that nothing is in would only be noise beside those that wait for somebody.
  const shown = counts.filter(({ status, count }) => count > 0 || status === 'all' || status === 'open' || status === view.status)
  const entries = shown.map(({ status, name, count }) => ({
    text: name,
    to: link(view, { status: statusOf(status) }),
    current: status === view.status,
    count,
  }))
  return (
    <AccountShell title="退货售后" tools={<ButtonLink to={paths.orders({ status: 'received' })}>从订单申请</ButtonLink>}>
      <section className={`panel ${orders.tools}`} aria-label="筛选售后申请">
        <Tabs label="售后状态" entries={entries} />
        <Filter key={search} view={view} />
      </section>
      <div className={orders.list}>
        {list.map((row) => (
          <AfterSaleCard key={row.id} row={row} onAct={act} />
        ))}
        {list.length === 0 && <None view={view} />}
      </div>
      <Pagination page={view.page} perPage={per_page} total={total} to={(page) => link(view, { page })} label="售后分页" />
      {dialogs}
    </AccountShell>
  )
}

function Filter({ view }: { view: AfterSalesView }) {
  const navigate = useNavigate()
  const [keywords, setKeywords] = useState(view.keywords)
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    void navigate(link(view, { keywords: keywords.trim() }))
  }
  return (
    <form className={orders.filter} aria-label="查找售后申请" onSubmit={ask}>
      <label className={orders.words}>
        售后单号、订单号或商品名称
        <input className="input" type="search" maxLength={60} value={keywords} onChange={(event) => setKeywords(event.target.value)} />
      </label>
      <Button type="submit">查找</Button>
      {view.keywords && (
        <ButtonLink kind="ghost" to={link(view, { keywords: '' })}>
          清除条件
        </ButtonLink>
      )}
    </form>
  )
}

function None({ view }: { view: AfterSalesView }) {
  const narrowed = view.keywords !== '' || view.status !== 'all'
  return (
    <section className="panel">
      <Empty
        picture="paper"
        text={narrowed ? '没有符合条件的售后申请' : '还没有售后申请'}
        hint={
          narrowed ? undefined : (
            <>
              收货后 7 天内，可在订单详情中按批次申请退货或退款。先看看
              <Link className="link" to="/help/zfps/ypth">
                退换说明
              </Link>
              。
            </>
          )
        }
      >
        {narrowed && <ButtonLink to={memberPaths.afterSales()}>查看全部申请</ButtonLink>}
        <ButtonLink kind="primary" to={paths.orders()}>
          查看我的订单
        </ButtonLink>
      </Empty>
    </section>
  )
}
