import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../platform/database.ts'

/** An order's own row, as transitions and payments need it. Money in fen. */
export interface OrderRow {
  id: number
  no: string
  checkoutId: number
  companyId: number
  status: OrderStatus
  isEphedrine: boolean
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  paidAmount: Fen
  payBefore: Date | null
}

const ORDER_COLUMNS = sql`
  id, no, checkout_id as "checkoutId", company_id as "companyId", status, is_ephedrine as "isEphedrine", goods_amount as "goodsAmount",
  reduction_amount as "reductionAmount", shipping_amount as "shippingAmount", balance_amount as "balanceAmount",
  payable_amount as "payableAmount", paid_amount as "paidAmount", pay_before as "payBefore"`

/** companyId null: for the system and for staff, who act on any company's order. */
export async function findOrder(connection: Connection, id: number, companyId: number | null): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders where id = ${id} and (${companyId}::bigint is null or company_id = ${companyId})`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** The order's row is the lock that cancelling, paying, expiring and shipping it queue on. */
export async function lockOrder(connection: Connection, id: number, companyId: number | null): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders where id = ${id} and (${companyId}::bigint is null or company_id = ${companyId}) for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function ordersOfCheckout(connection: Connection, checkoutId: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`select ${ORDER_COLUMNS} from orders where checkout_id = ${checkoutId} order by id`.execute(
    connection,
  )
  return rows
}

const TIME_COLUMN = {
  paid: 'paid_at',
  shipped: 'shipped_at',
  received: 'received_at',
  completed: 'completed_at',
  cancelled: 'cancelled_at',
} as const

export async function setStatus(connection: Connection, id: number, to: OrderStatus, reason: string, now: Date): Promise<void> {
  const column = to === 'pending_payment' || to === 'picking' ? null : TIME_COLUMN[to]
  await connection
    .updateTable('orders')
    .set({ status: to, ...(column && { [column]: now }), ...(to === 'cancelled' && { cancel_reason: reason }) })
    .where('id', '=', id)
    .execute()
}

export async function addPaidAmount(connection: Connection, id: number, amount: Fen): Promise<void> {
  await sql`update orders set paid_amount = paid_amount + ${amount} where id = ${id}`.execute(connection)
}

/** The log that the buyer reads. */
export async function insertLog(
  connection: Connection,
  entry: { orderId: number; actor: string; event: string; text: string },
  now: Date,
): Promise<void> {
  await connection
    .insertInto('order_log')
    .values({ order_id: entry.orderId, at: now, actor: entry.actor, event: entry.event, text: entry.text })
    .execute()
}

/** Gives the offers' quota back, in the order in which checkouts take them. */
export async function giveBackOffers(connection: Connection, orderId: number): Promise<void> {
  await sql`
    with back as (
      select offer_id, sum(number)::integer as number from order_line where order_id = ${orderId} and offer_id is not null group by offer_id
    ), locked as materialized (
      select o.id, back.number from goods_offer o join back on back.offer_id = o.id order by o.id for update of o
    )
    update goods_offer o set taken = greatest(0, o.taken - locked.number) from locked where o.id = locked.id`.execute(connection)
}

export interface DraftOrderRow {
  key: string
  warehouseId: number
  isEphedrine: boolean
  status: OrderStatus
  goodsAmount: Fen
  shippingAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  hasFlash: boolean
  payBefore: Date | null
  paidAt: Date | null
  lines: DraftLineRow[]
}
export interface DraftLineRow {
  cartLineId: number
  goodsId: number
  goods: object
  number: number
  unitPrice: Fen
  amount: Fen
  priceSource: string
  offerId: number | null
  explanation: object
}
export interface OrderHeadRow {
  checkoutId: number
  companyId: number
  accountId: number
  receiver: object
  invoiceKind: string
  remark: string
  actor: string
  /** The Beijing date, for the order number. */
  today: string
}
export interface PlacedOrder {
  id: number
  no: string
  key: string
}
export interface PlacedLine {
  id: number
  orderId: number
  cartLineId: number
}

/** Writes orders with their first log row in one statement. The number is the Beijing date and the order's serial. */
export async function insertOrders(
  connection: Connection,
  head: OrderHeadRow,
  orders: readonly DraftOrderRow[],
  now: Date,
): Promise<PlacedOrder[]> {
  const values = JSON.stringify(orders.map(({ lines: _lines, ...order }) => order))
  const { rows } = await sql<PlacedOrder>`
    with fresh as materialized (
      select nextval(pg_get_serial_sequence('orders', 'id')) as id, o.*
        from jsonb_to_recordset(${values}::jsonb) as o(
          key text, "warehouseId" bigint, "isEphedrine" boolean, status text, "goodsAmount" bigint, "shippingAmount" bigint,
          "balanceAmount" bigint, "payableAmount" bigint, "hasFlash" boolean, "payBefore" timestamptz, "paidAt" timestamptz)
    ), placed as (
      insert into orders (id, no, checkout_id, company_id, account_id, warehouse_id, is_ephedrine, status, goods_amount, shipping_amount,
                          balance_amount, payable_amount, receiver, invoice_kind, remark, has_flash, pay_before, created_at, paid_at)
      overriding system value
      select id, ${head.today.replaceAll('-', '')}::text || lpad(id::text, greatest(6, length(id::text)), '0'), ${head.checkoutId}, ${head.companyId}, ${head.accountId},
             "warehouseId", "isEphedrine", status, "goodsAmount", "shippingAmount", "balanceAmount", "payableAmount",
             ${JSON.stringify(head.receiver)}::jsonb, ${head.invoiceKind}, ${head.remark}, "hasFlash", "payBefore", ${now}, "paidAt"
        from fresh
      returning id, no, status
    ), logged as (
      insert into order_log (order_id, at, actor, event, text)
      select id, ${now}::timestamptz, ${head.actor}::text, 'place', case status when 'paid' then '提交订单，余额支付' else '提交订单' end from placed
    )
    select fresh.id, placed.no, fresh.key from fresh join placed using (id) order by fresh.id`.execute(connection)
  return rows
}

export async function insertLines(
  connection: Connection,
  companyId: number,
  lines: readonly (DraftLineRow & { orderId: number })[],
): Promise<PlacedLine[]> {
  const { rows } = await sql<PlacedLine>`
    with fresh as materialized (
      select nextval(pg_get_serial_sequence('order_line', 'id')) as id, l.*
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(
          "orderId" bigint, "cartLineId" bigint, "goodsId" bigint, goods jsonb, number integer, "unitPrice" bigint, amount bigint,
          "priceSource" text, "offerId" bigint, explanation jsonb)
    ), written as (
      insert into order_line (id, order_id, company_id, goods_id, goods, number, unit_price, amount, price_source, offer_id, explanation)
      overriding system value
      select id, "orderId", ${companyId}, "goodsId", goods, number, "unitPrice", amount, "priceSource", "offerId", explanation from fresh
    )
    select id, "orderId", "cartLineId" from fresh`.execute(connection)
  return rows
}
