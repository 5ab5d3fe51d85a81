import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { DataOf, QueryOf } from '#contract/call.ts'
import type { PointsOrderWire } from '#contract/points.ts'
import { api } from '../../api/calls.ts'
import { useApi } from '../../api/context.tsx'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { Pagination } from '../../parts/Pagination.tsx'
import { toast } from '../../parts/Toast.tsx'
import { paths } from '../../paths.ts'
import { AccountShell } from '../account/AccountShell.tsx'
import { beijingTime } from '../order/times.ts'
import { Nothing } from '../zones/Nothing.tsx'
import { pageIn } from '../zones/page-in.ts'
import zones from '../zones/zones.module.css'
import { DrawRecords } from './DrawRecords.tsx'
import css from './points-orders.module.css'

const STATES = { all: '全部', placed: '待发货', shipped: '待收货', completed: '已完成', cancelled: '已取消' } as const
type State = keyof typeof STATES
const isState = (text: string): text is State => Object.hasOwn(STATES, text)
type Query = QueryOf<typeof import('#contract/points.ts').pointsOrders>

export async function loader({ api: client, url, signal }: PageArgs) {
  if (url.searchParams.get('show') === 'draws')
    return { draws: (await client.ask(api.drawRecord, { query: { page: pageIn(url) }, signal })).data, orders: null, status: null }
  const asked = url.searchParams.get('status') ?? ''
  const status: State = isState(asked) ? asked : 'all'
  const query: Query = { page: pageIn(url), status }
  return { draws: null, orders: (await client.ask(api.pointsOrders, { query, signal })).data, status }
}

/** /jfdd */
export default function PointsOrdersPage() {
  const { orders, draws, status } = usePageData<typeof loader>()
  return (
    <AccountShell
      title="积分订单"
      tools={
        <ButtonLink to={paths.pointsMall()} kind="soft">
          去积分商城
        </ButtonLink>
      }
    >
      <nav className={zones.tabs} aria-label="订单状态">
        {Object.entries(STATES).map(([key, name]) => (
          <Link key={key} to={paths.pointsOrders(key === 'all' ? {} : { status: key })} aria-current={key === status ? 'true' : undefined}>
            {name}
          </Link>
        ))}
        <span className={zones.ends}>
          <Link to={paths.pointsOrders({ show: 'draws' })} aria-current={draws !== null ? 'true' : undefined}>
            抽奖记录
          </Link>
        </span>
      </nav>
      {orders !== null && <Orders orders={orders} status={status} />}
      {draws !== null && <DrawRecords draws={draws} />}
    </AccountShell>
  )
}

type OrdersData = DataOf<typeof import('#contract/points.ts').pointsOrders>

function Orders({ orders: { list, total, page, per_page: perPage }, status }: { orders: OrdersData; status: State }) {
  return (
    <>
      {list.length === 0 ? (
        <Nothing
          first={total > 0 && paths.pointsOrders(status === 'all' ? {} : { status })}
          picture="order"
          text={status === 'all' ? '还没有积分订单' : `没有${STATES[status]}的积分订单`}
        >
          <ButtonLink to={paths.pointsMall()} kind="primary">
            去积分商城看看
          </ButtonLink>
        </Nothing>
      ) : (
        <ul className={css.orders}>
          {list.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        perPage={perPage}
        total={total}
        to={(next) => paths.pointsOrders({ page: next, ...(status !== 'all' && { status }) })}
      />
    </>
  )
}

function Order({ order }: { order: PointsOrderWire }) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState<'cancel' | 'receive' | null>(null)
  const act = async (what: 'cancel' | 'receive') => {
    try {
      const input = { params: { id: order.id } }
      await (what === 'cancel' ? client.ask(api.pointsOrderCancel, input) : client.ask(api.pointsOrderReceive, input))
      toast({ text: what === 'cancel' ? '已取消，积分已退回' : '已确认收货', tone: 'success' })
      void revalidate()
    } catch {
      // The error catalogue has shown why.
    }
  }
  return (
    <li className="panel">
      <header>
        <span>{beijingTime(order.created_at)}</span>
        <span>积分订单 {order.no}</span>
        <b>{order.status_name}</b>
      </header>
      <div className={css.body}>
        <span className={css.picture}>{order.image && <img src={order.image} alt="" width="56" height="56" />}</span>
        <div className={css.words}>
          <b>{order.name}</b>
          {order.receiver && <small>{order.receiver}</small>}
          {order.waybill && <small>物流 {order.waybill}</small>}
        </div>
        <span>×{order.number}</span>
        <span className={css.cost}>
          {order.points.toLocaleString('zh-CN')} 积分
          {order.money !== '0.00' && ` + ¥${order.money}`}
        </span>
        <div className={css.acts}>
          {order.can_cancel === 1 && (
            <Button size="sm" onClick={() => setAsking('cancel')}>
              取消订单
            </Button>
          )}
          {order.can_receive === 1 && (
            <Button size="sm" kind="primary" onClick={() => setAsking('receive')}>
              确认收货
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'cancel' ? '取消积分订单' : '确认收货'}
        text={asking === 'cancel' ? '取消后积分原数退回，确定取消吗？' : '请确认已收到货物。'}
        confirm={asking === 'cancel' ? '确定取消' : '确认收货'}
        onConfirm={() => asking !== null && void act(asking)}
        onClose={() => setAsking(null)}
      />
    </li>
  )
}
