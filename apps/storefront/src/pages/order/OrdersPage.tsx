import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { DateFilter, FilterBar, WordsFilter } from '#ui/FilterBar.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import css from '../../parts/orders/list.module.css'
import { paths } from '../../paths.ts'
import { ExportButton } from './ExportButton.tsx'
import { OrderCard } from './OrderCard.tsx'
import { isFiltered, type OrdersView, ordersQuery, ordersView, stateOf, viewValues } from './orders-query.ts'
import { useOrderActions } from './useOrderActions.tsx'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = ordersView(url)
  const { data } = await client.ask(api.orderList, { query: ordersQuery(view), signal })
  return { view, ...data }
}

const link = (view: OrdersView, change: Partial<OrdersView>): string => paths.orders(viewValues({ ...view, page: 1, ...change }))

/** /order: what was ordered, by state, by words, by date. */
export default function OrdersPage() {
  const { view, list, total, per_page, counts } = usePageData<typeof loader>()
  const { search } = useLocation()
  const { act, dialogs } = useOrderActions()
  return (
    <AccountShell title="我的订单" tools={<ExportButton view={view} disabled={total === 0} />}>
      <section className="panel" aria-label="筛选订单">
        <Tabs
          label="订单状态"
          entries={counts.map(({ status, name, count }) => ({
            text: name,
            to: link(view, { status: stateOf(status) }),
            current: status === view.status,
            count,
          }))}
        />
        <FilterBar
          key={search}
          label="查找订单"
          to={(asked) => link(view, { keywords: asked('keywords'), from: asked('from'), to: asked('to') })}
          clear={isFiltered(view) && link(view, { keywords: '', from: '', to: '' })}
        >
          <WordsFilter label="订单号、商品名称或批号" words={view.keywords} />
          <DateFilter label="下单日期" range={view} />
        </FilterBar>
      </section>
      <div className={css.list}>
        {list.map((order) => (
          <OrderCard key={order.id} order={order} onAct={act} />
        ))}
        {list.length === 0 && <NoOrders view={view} />}
      </div>
      <Pagination page={view.page} perPage={per_page} total={total} to={(page) => link(view, { page })} label="订单分页" />
      {dialogs}
    </AccountShell>
  )
}

function NoOrders({ view }: { view: OrdersView }) {
  const narrowed = isFiltered(view) || view.status !== 'all'
  return (
    <section className="panel">
      <Empty
        picture="order"
        text={narrowed ? '没有符合条件的订单' : '还没有订单'}
        hint={narrowed ? undefined : '下单后，可以在这里付款、跟踪和再次购买。'}
      >
        {narrowed && <ButtonLink to={paths.orders()}>查看全部订单</ButtonLink>}
        <ButtonLink kind="primary" to={paths.list()}>
          去采购
        </ButtonLink>
      </Empty>
    </section>
  )
}
