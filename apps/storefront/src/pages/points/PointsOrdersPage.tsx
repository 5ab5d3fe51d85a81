import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { DataOf, QueryOf } from '#contract/call.ts'
import type { PointsOrderWire } from '#contract/points.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Nothing } from '#ui/Nothing.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { pageIn } from '#ui/page-in.ts'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { grouped, moneyText } from '#ui/yuan.ts'
import { api } from '../../api/calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import css from '../../parts/orders/list.module.css'
import { paths } from '../../paths.ts'
import { DrawRecords } from './DrawRecords.tsx'

const STATES = { all: '全部', placed: '待发货', shipped: '待收货', completed: '已完成', cancelled: '已取消' } as const
type State = keyof typeof STATES
const isState = (text: string): text is State => Object.hasOwn(STATES, text)
const TONES: Readonly<Record<PointsOrderWire['status'], StateTone>> = {
  placed: 'wait',
  shipped: 'moving',
  completed: 'ok',
  cancelled: 'closed',
}
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
      <section className="panel">
        <Tabs
          label="积分订单"
          entries={[
            ...Object.entries(STATES).map(([key, text]) => ({
              text,
              to: paths.pointsOrders(key === 'all' ? {} : { status: key }),
              current: key === status,
            })),
            { text: '抽奖记录', to: paths.pointsOrders({ show: 'draws' }), current: draws !== null },
          ]}
        />
      </section>
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
        <ul className={css.list}>
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
  const { run } = useBusy()
  const act = (what: 'cancel' | 'receive') =>
    run(async () => {
      const input = { params: { id: order.id } }
      await (what === 'cancel' ? client.ask(api.pointsOrderCancel, input) : client.ask(api.pointsOrderReceive, input))
      toast({ text: what === 'cancel' ? '已取消，积分已退回' : '已确认收货', tone: 'success' })
      void revalidate()
    })
  return (
    <li className={`panel ${css.order}`} aria-label={`积分订单 ${order.no}`}>
      <header>
        <b>{order.no}</b>
        <span>{beijingTime(order.created_at)}</span>
        <StateBadge tone={TONES[order.status]}>{order.status_name}</StateBadge>
      </header>
      <div className={css.body}>
        <div className={css.goods}>
          <div className={css.item}>
            <GoodsThumb image={order.image} />
            <span>
              <b>{order.name}</b>
              {order.receiver && <small>{order.receiver}</small>}
              {order.waybill && <small>物流 {order.waybill}</small>}
            </span>
            <span className={css.num}>× {order.number}</span>
          </div>
        </div>
        <p className={css.sum}>
          <b className={css.points}>{grouped(String(order.points))} 积分</b>
          {order.money !== '0.00' && <span>另付 {moneyText(order.money)}</span>}
        </p>
        <div className={css.acts}>
          {order.can_cancel === 1 && (
            <Button size="sm" onClick={() => setAsking('cancel')}>
              取消订单
            </Button>
          )}
          {order.can_receive === 1 && (
            <Button kind="primary" onClick={() => setAsking('receive')}>
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
