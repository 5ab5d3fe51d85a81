import { type Fen, yuan } from '#domain/money.ts'
import { type OrderActor, type OrderCommand, type OrderMove, RECEIVED_AFTER_DAYS } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { tell } from '../../talking/messages/public.ts'
import type { OrderRow } from './store.ts'

interface Told {
  title: string
  text: string
}

const TOLD: Partial<Record<OrderCommand['type'], (move: OrderMove, by: OrderActor) => Told | null>> = {
  settle: ({ text }) => ({ title: '已收到付款', text: `${text}，我们将尽快为您拣货发货。` }),
  ship: () => ({ title: '订单已发货', text: `商品已出库，请查收；收货后请核对批号与数量，${RECEIVED_AFTER_DAYS} 天后将自动确认收货。` }),
  cancel: ({ text }) => ({ title: '订单已取消', text: `${text}。` }),
  expire: ({ text }) => ({ title: '订单已取消', text: `${text}，占用的库存和优惠已退回。` }),
  receive: (_move, by) => (by.kind === 'buyer' ? null : { title: '订单已确认收货', text: '如有数量或质量问题，请在订单详情中申请售后。' }),
}

const urlOf = (order: OrderRow) => `/order/info/${order.id}`

/** Tells the buyer what happened to an order, in the transaction in which it happens. Steps that need no notice are told to nobody. */
export async function tellOfMove(
  connection: Connection,
  order: OrderRow,
  command: OrderCommand,
  move: OrderMove,
  by: OrderActor,
  now: Date,
): Promise<void> {
  const told = TOLD[command.type]?.(move, by)
  if (!told) return
  const { id, no, companyId } = order
  const news = { companyId, kind: 'order', title: `${told.title}：${no}`, text: told.text, url: urlOf(order) } as const
  const notice = { template: 'shipped', params: { order: no } } as const
  await tell(connection, { ...news, key: `order:${id}:${move.to}`, ...(command.type === 'ship' && { notice }) }, now)
}

/** text: why it waits. */
export async function tellOfHold(connection: Connection, order: OrderRow, text: string, now: Date): Promise<void> {
  const { id, no, companyId } = order
  const key = `order:${id}:hold:${now.getTime()}`
  await tell(connection, { companyId, kind: 'order', title: `订单暂停处理：${no}`, text: `${text}。`, url: urlOf(order), key }, now)
}

export async function tellOfRelease(connection: Connection, order: OrderRow, now: Date): Promise<void> {
  const { id, no, companyId } = order
  const text = order.status === 'pending_payment' ? '暂停原因已消除，请在支付截止时间前完成支付。' : '暂停原因已消除，我们将尽快为您处理。'
  await tell(
    connection,
    { companyId, kind: 'order', title: `订单恢复处理：${no}`, text, url: urlOf(order), key: `order:${id}:release:${now.getTime()}` },
    now,
  )
}

/** Staff have changed it before it is picked. text: what, and what becomes of the money; edit: which change. */
export async function tellOfEdit(connection: Connection, order: OrderRow, text: string, edit: number, now: Date): Promise<void> {
  const { id, no, companyId } = order
  const news = { companyId, kind: 'order', title: `订单已修改：${no}`, text: `${text}。`, url: urlOf(order) } as const
  await tell(connection, { ...news, key: `order:${id}:edit:${edit}` }, now)
}

/** Some of its goods are another order's from now on. */
export async function tellOfSplit(
  connection: Connection,
  order: OrderRow,
  to: { id: number; no: string },
  text: string,
  now: Date,
): Promise<void> {
  const { no, companyId } = order
  const news = { companyId, kind: 'order', title: `订单已拆分：${no}`, text: `${text}。`, url: urlOf(order) } as const
  await tell(connection, { ...news, key: `order:${to.id}:split` }, now)
}

/** Staff have entered it, as somebody of the company asked by phone. */
export async function tellOfEntry(
  connection: Connection,
  { id, no, companyId }: Pick<OrderRow, 'id' | 'no' | 'companyId'>,
  staff: string,
  askedBy: string,
  now: Date,
): Promise<void> {
  const text = `客服${staff}按${askedBy}的来电代您下单，请核对商品、数量与地址；不是您要的，请在付款前取消或联系客服。`
  const news = { companyId, kind: 'order', title: `已代您下单：${no}`, text, url: `/order/info/${id}` } as const
  await tell(connection, { ...news, key: `order:${id}:entered` }, now)
}

/** Money of an order is back. text: how, and how much; key: which refund. */
export async function tellOfRefund(
  connection: Connection,
  order: OrderRow,
  { text, amount, key }: { text: string; amount: Fen; key: string },
  now: Date,
): Promise<void> {
  const { no, companyId } = order
  const notice = { template: 'refunded', params: { order: no, amount: yuan(amount) } } as const
  const news = { companyId, kind: 'order', title: `退款已到账：${no}`, text: `${text}。`, url: urlOf(order) } as const
  await tell(connection, { ...news, key: `refund:${key}`, notice }, now)
}
