import { Link, useLocation } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { FilterBar, WordsFilter } from '#ui/FilterBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { useUser } from '../../api/queries.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import orders from '../../parts/orders/list.module.css'
import { paths } from '../../paths.ts'
import { AfterSaleCard } from './AfterSaleCard.tsx'
import { type AfterSalesView, afterSalesQuery, afterSalesView, statusOf, viewValues } from './after-sales-query.ts'
import { useAfterSaleActions } from './useAfterSaleActions.tsx'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = afterSalesView(url)
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
  const paused = useUser()?.is_AfterSale === 0
  // States that nothing is in would only be noise beside those that wait for somebody.
  const shown = counts.filter(({ status, count }) => count > 0 || status === 'all' || status === 'open' || status === view.status)
  const entries = shown.map(({ status, name, count }) => ({
    text: name,
    to: link(view, { status: statusOf(status) }),
    current: status === view.status,
    count,
  }))
  return (
    <AccountShell title="退货售后" tools={!paused && <ButtonLink to={paths.orders({ status: 'received' })}>从订单申请</ButtonLink>}>
      {paused && (
        <p className="note note-warn">
          <Icon name="alert" />
          商城暂停受理新的售后申请，召回的商品除外；已提交的申请照常办理。
        </p>
      )}
      <section className="panel" aria-label="筛选售后申请">
        <Tabs label="售后状态" entries={entries} />
        <FilterBar
          key={search}
          label="查找售后申请"
          to={(asked) => link(view, { keywords: asked('keywords') })}
          clear={view.keywords !== '' && link(view, { keywords: '' })}
        >
          <WordsFilter label="售后单号、订单号或商品名称" words={view.keywords} />
        </FilterBar>
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
              收货后 7 天内，可在订单详情中按批次申请退货或退款。
              <br />
              <Link className="link" to="/help/zfps/ypth">
                查看退换说明
              </Link>
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
