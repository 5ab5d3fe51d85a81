import { Link, useRevalidator } from 'react-router'
import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Countdown } from '#ui/Countdown.tsx'
import columns from '#ui/columns.module.css'
import { Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { beijingTime } from '#ui/times.ts'
import { api } from '../../api/calls.ts'
import { memberApi } from '../../api/member-calls.ts'
import { receivingApi } from '../../api/receiving-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { Earned } from '../../parts/Earned.tsx'
import { MoneyRows } from '../../parts/MoneyRows.tsx'
import { OrderState } from '../../parts/OrderState.tsx'
import { OrderLog } from '../../parts/orders/OrderLog.tsx'
import { OrderTimeline } from '../../parts/orders/OrderTimeline.tsx'
import css from '../../parts/orders/order.module.css'
import { orderIdOf } from '../../parts/paying/pay-info.ts'
import { BatchTable } from './BatchTable.tsx'
import { HoldNote } from './HoldNote.tsx'
import { Logistics } from './Logistics.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderAfterSales } from './OrderAfterSales.tsx'
import { OrderEdits } from './OrderEdits.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { OrderSplits } from './OrderSplits.tsx'
import { PaymentList } from './PaymentList.tsx'
import { useOrderActions } from './useOrderActions.tsx'
import { whyShut } from './why-shut.ts'

export async function loader({ api: client, params, signal }: PageArgs) {
  const id = orderIdOf(params.id)
  const [{ data: order }, { data: afterSales }, { data: papers }] = await Promise.all([
    client.ask(api.orderInfo, { params: { id }, signal }),
    client.ask(memberApi.afterSaleList, { query: { order_id: id, per_page: AFTER_SALES_SHOWN }, signal }),
    client.ask(receivingApi.orderPapers, { params: { id }, signal }),
  ])
  return { order, afterSales: afterSales.list, papers }
}
const AFTER_SALES_SHOWN = 20
/** Invoices are issued when the goods go out. */
const INVOICED: ReadonlySet<OrderDetailWire['status']> = new Set(['shipped', 'received', 'completed'])

/** /order/info/:id: where it stands, what is in it batch by batch, what was paid, who did what. */
export default function OrderPage() {
  const { order, afterSales, papers } = usePageData<typeof loader>()
  const { act, dialogs } = useOrderActions()
  const { revalidate } = useRevalidator()
  const parted = order.splits.filter(({ way }) => way === 'into').length
  usePapers(papers.list.some(({ waiting }) => waiting === 1))
  return (
    <AccountShell title="订单详情" bare>
      <section className={`panel ${css.top}`} aria-label="订单状态">
        <div className={css.topRow}>
          <div>
            <div className={css.name}>
              <h1>{HEADLINES[order.status]}</h1>
              <OrderState status={order.status} name={order.status_name} />
              {order.hold && <span className="chip chip-bad">暂停处理</span>}
              {order.is_hm === 1 && <span className="chip chip-warn">含特殊药品复方制剂</span>}
            </div>
            <p className={css.facts}>
              <span>订单号 {order.no}</span>
              <span>下单 {beijingTime(order.created_at)}</span>
              <span>{order.ck_name}</span>
              {order.split_from && <span>拆自订单 {order.split_from}</span>}
              {parted > 0 && <span>已拆出 {parted} 张订单</span>}
              {order.entered_by && <span>客服 {order.entered_by} 代下单</span>}
              {order.status === 'pending_payment' && order.pay_before && (
                <span className={css.due}>
                  剩余支付时间 <Countdown until={order.pay_before} onEnd={() => void revalidate()} />
                </span>
              )}
              {order.cancel_reason && <span>取消原因：{order.cancel_reason}</span>}
            </p>
          </div>
          <div className={`${css.topActs} no-print`}>
            <OrderActions order={order} onAct={act} />
            {order.status === 'shipped' && <ButtonLink to={memberPaths.receiving(order.id)}>按批收货登记</ButtonLink>}
            <Button className={css.print} onClick={() => window.print()}>
              <Icon name="file" />
              打印
            </Button>
            {whyShut(order).map(({ key, text }) => (
              <p key={key} className={css.why}>
                {text}
              </p>
            ))}
          </div>
        </div>
        <HoldNote
          hold={order.hold}
          paid={order.status !== 'pending_payment'}
          canCancel={order.actions.some(({ key, open }) => key === 'cancel' && open)}
        />
        <OrderTimeline steps={order.steps} cancelled={order.status === 'cancelled'} />
        {order.is_hm === 1 && (order.status === 'shipped' || order.status === 'received') && (
          <p className={`note note-warn ${css.receipt}`}>
            <Icon name="file" />
            <span>
              含麻药品收货后 7 日内须上传盖章回执，逾期暂停这类商品的采购。{' '}
              <Link className="link" to={memberPaths.receipts()}>
                去回执页
              </Link>
            </span>
          </p>
        )}
      </section>
      <div className={columns.grid}>
        <div className={columns.column}>
          <BatchTable lines={order.lines} paid={order.status !== 'pending_payment' && order.status !== 'cancelled'} />
          <OrderPapers orderId={order.id} papers={papers} />
          {order.shipment && <Logistics shipment={order.shipment} />}
        </div>
        <aside className={`${columns.column} ${columns.side}`}>
          <Block title="金额">
            <MoneyRows dense rows={order.rows} total={toPay(order)} />
            {order.status !== 'cancelled' && <Earned cashback={order.cashback} points={order.points} done={order.status === 'completed'} />}
          </Block>
          <PaymentList payments={order.payments} />
          <OrderAfterSales list={afterSales} />
          <OrderSplits splits={order.splits} />
          <OrderEdits edits={order.edits} />
          <Receiver order={order} />
        </aside>
        <OrderLog log={order.log} />
      </div>
      {dialogs}
    </AccountShell>
  )
}

const HEADLINES: Record<OrderDetailWire['status'], string> = {
  pending_payment: '等待付款',
  paid: '已付款，等待拣货',
  picking: '仓库正在拣货',
  shipped: '已发货，等待收货',
  received: '已收货',
  completed: '订单已完成',
  cancelled: '订单已取消',
}

/** What was left for a payment channel, named by the channel once it has arrived. */
function toPay(order: OrderDetailWire): { label: string; note?: string; amount: string } {
  const paid = order.payments.find(
    (payment) => payment.channel !== 'balance' && payment.amount === order.payable && payment.status === '已支付',
  )
  if (paid) return { label: paid.channel_name, note: beijingTime(paid.at), amount: order.payable }
  return { label: order.status === 'pending_payment' ? '待付金额' : '应付金额', amount: order.payable }
}

function Receiver({ order }: { order: OrderDetailWire }) {
  const { receiver } = order
  return (
    <Block title="收货与发票">
      <p className={css.receiver}>
        <b>{receiver.receiver}</b> {receiver.phone}
        <br />
        {receiver.province}
        {receiver.city}
        {receiver.district}
        {receiver.detail}
      </p>
      <Facts
        ends
        className={css.pairs}
        facts={[
          [
            '发票',
            <>
              {order.invoice_name}
              {INVOICED.has(order.status) && (
                <>
                  <br />
                  <Link className="link" to={memberPaths.invoices({ keywords: order.no })}>
                    查看发票
                  </Link>
                </>
              )}
            </>,
          ],
          ['备注', order.remark],
        ]}
      />
    </Block>
  )
}
