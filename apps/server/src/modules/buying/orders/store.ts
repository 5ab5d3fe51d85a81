import { sql } from 'kysely'
import { type Fen, ZERO } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { ShareTerms } from '#domain/pricing/shared-reductions.ts'
import type { HoldReason } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'

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
  voucherAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  paidAmount: Fen
  cashbackAmount: Fen
  points: number
  /** Goods that came back, at what they cost after every reduction; and shipping that went back with them. */
  returnedGoods: Fen
  refundedShipping: Fen
  payBefore: Date | null
  /** How often it was changed since it was placed. */
  edits: number
  /** Since when it waits, null: it does not; why, and with which reasons staff have let it go on. */
  heldAt: Date | null
  holdReasons: HoldReason[]
  holdWaived: string[]
}

/** What an order costs, how it is paid and what it earns. */
export type OrderMoney = Pick<
  OrderRow,
  | 'goodsAmount'
  | 'reductionAmount'
  | 'shippingAmount'
  | 'voucherAmount'
  | 'balanceAmount'
  | 'payableAmount'
  | 'paidAmount'
  | 'cashbackAmount'
  | 'points'
>

const ORDER_COLUMNS = sql`
  id, no, checkout_id as "checkoutId", company_id as "companyId", status, is_ephedrine as "isEphedrine", goods_amount as "goodsAmount",
  reduction_amount as "reductionAmount", shipping_amount as "shippingAmount", voucher_amount as "voucherAmount",
  balance_amount as "balanceAmount", payable_amount as "payableAmount", paid_amount as "paidAmount",
  cashback_amount as "cashbackAmount", points, returned_goods as "returnedGoods", refunded_shipping as "refundedShipping",
  pay_before as "payBefore", edits, held_at as "heldAt", hold_reasons as "holdReasons", hold_waived as "holdWaived"`

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
    .set({ status: to, ...(column && { [column]: now }), ...(to === 'cancelled' && { cancel_reason: reason, held_at: null }) })
    .where('id', '=', id)
    .execute()
}

export async function addPaidAmount(connection: Connection, id: number, amount: Fen): Promise<void> {
  await sql`update orders set paid_amount = paid_amount + ${amount} where id = ${id}`.execute(connection)
}

/** What came back of an order, beside what had come back before. */
export async function addReturned(connection: Connection, id: number, goods: Fen, shipping: Fen): Promise<void> {
  await sql`
    update orders set returned_goods = returned_goods + ${goods}, refunded_shipping = refunded_shipping + ${shipping} where id = ${id}`.execute(
    connection,
  )
}

/**
 * A page of orders that have stood in a state since before a moment; the partial indexes orders_shipped and orders_received
 * serve it. Not those of which an after-sale is open: they wait for its end.
 */
export async function ordersIdleSince(
  connection: Connection,
  status: 'shipped' | 'received',
  before: Date,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('orders')
    .select('id')
    .where('status', '=', status)
    .where(status === 'shipped' ? 'shipped_at' : 'received_at', '<=', before)
    .where('id', '>', after)
    .where(sql<boolean>`not exists (select from after_sale s where s.order_id = orders.id
                                       and s.status in ('reviewing', 'sending', 'inspecting', 'refunding'))`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
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

/** A row of the sum that step 2 showed for an order; they sum to what is payable. */
export interface OrderMoneyRow {
  key: string
  label: string
  note: string
  amount: Fen
}

export interface DraftOrderRow {
  key: string
  warehouseId: number
  isEphedrine: boolean
  status: OrderStatus
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
  voucherAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  /** Earned when the order completes. */
  cashbackAmount: Fen
  cashbackPromotionId: number | null
  points: number
  moneyRows: readonly OrderMoneyRow[]
  hasFlash: boolean
  payBefore: Date | null
  paidAt: Date | null
  /** For the log that the buyer reads. */
  placedText: string
  lines: readonly DraftLineRow[]
}
export interface DraftLineRow {
  goodsId: number
  /** As it is printed on papers. */
  goods: object
  number: number
  unitPrice: Fen
  amount: Fen
  reduction: Fen
  /** terms: of what several orders of the checkout reached together. */
  shares: readonly { kind: string; id: number; name: string; amount: Fen; terms?: ShareTerms }[]
  priceSource: string
  offerId: number | null
  bundleId: number | null
  /** Bundles that the line is a part of. */
  bundleNumber: number | null
  giftId: number | null
  exchangeId: number | null
  explanation: readonly { kind: 'price' | 'money'; text: string }[]
}
/** A line of goods at their price, and nothing more. */
export const PLAIN_LINE = {
  reduction: ZERO,
  shares: [],
  offerId: null,
  bundleId: null,
  bundleNumber: null,
  giftId: null,
  exchangeId: null,
} as const satisfies Partial<DraftLineRow>

export interface OrderHeadRow {
  checkoutId: number
  companyId: number
  accountId: number
  /** The member of staff who entered it for the company; null: it orders by itself. */
  enteredBy?: number | null
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
  /** Ids of its lines, in the order in which they were given. */
  lineIds: number[]
}

/** Writes orders with their lines, the papers in force that they rest on and their first log row in one statement. The number is the Beijing date and the order's serial. */
export async function insertOrders(
  connection: Connection,
  head: OrderHeadRow,
  orders: readonly DraftOrderRow[],
  now: Date,
): Promise<PlacedOrder[]> {
  const heads = JSON.stringify(orders.map(({ lines: _lines, ...order }) => order))
  const lines = JSON.stringify(orders.flatMap(({ key, lines: own }) => own.map((line, ord) => ({ ...line, key, ord }))))
  const { rows } = await sql<PlacedOrder>`
    with fresh as materialized (
      select nextval(pg_get_serial_sequence('orders', 'id')) as id, o.*
        from jsonb_to_recordset(${heads}::jsonb) as o(
          key text, "warehouseId" bigint, "isEphedrine" boolean, status text, "goodsAmount" bigint, "reductionAmount" bigint,
          "shippingAmount" bigint, "voucherAmount" bigint, "balanceAmount" bigint, "payableAmount" bigint, "cashbackAmount" bigint,
          "cashbackPromotionId" bigint, points integer, "moneyRows" jsonb, "hasFlash" boolean, "payBefore" timestamptz,
          "paidAt" timestamptz, "placedText" text)
    ), placed as (
      insert into orders (id, no, checkout_id, company_id, account_id, warehouse_id, is_ephedrine, status, goods_amount, reduction_amount,
                          shipping_amount, voucher_amount, balance_amount, payable_amount, cashback_amount, cashback_promotion_id, points,
                          money_rows, receiver, invoice_kind, remark, has_flash, pay_before, created_at, paid_at, entered_by,
                          sold_type, sold_manager, sold_province, sold_city)
      overriding system value
      select fresh.id, ${head.today.replaceAll('-', '')}::text || lpad(fresh.id::text, greatest(6, length(fresh.id::text)), '0'), ${head.checkoutId},
             ${head.companyId}, ${head.accountId}, "warehouseId", "isEphedrine", status, "goodsAmount", "reductionAmount", "shippingAmount",
             "voucherAmount", "balanceAmount", "payableAmount", "cashbackAmount", "cashbackPromotionId", points, "moneyRows",
             ${JSON.stringify(head.receiver)}::jsonb, ${head.invoiceKind}, ${head.remark}, "hasFlash", "payBefore", ${now}, "paidAt",
             ${head.enteredBy ?? null}::bigint, c.type, c.manager_name, c.province, c.city
        from fresh join company c on c.id = ${head.companyId}
      returning id, no
    ), logged as (
      insert into order_log (order_id, at, actor, event, text)
      select id, ${now}::timestamptz, ${head.actor}::text, 'place', "placedText" from fresh order by id
    ), line as materialized (
      select nextval(pg_get_serial_sequence('order_line', 'id')) as id, l.*
        from (select fresh.id as order_id, l.* from jsonb_to_recordset(${lines}::jsonb) as l(
                key text, ord integer, "goodsId" bigint, goods jsonb, number integer, "unitPrice" bigint, amount bigint, reduction bigint,
                shares jsonb, "priceSource" text, "offerId" bigint, "bundleId" bigint, "bundleNumber" integer, "giftId" bigint,
                "exchangeId" bigint, explanation jsonb)
                join fresh on fresh.key = l.key order by fresh.id, l.ord) l
    ), written as (
      insert into order_line (id, order_id, company_id, goods_id, goods, number, unit_price, amount, reduction, shares, price_source,
                              offer_id, bundle_id, bundle_number, gift_id, exchange_id, explanation)
      overriding system value
      select id, order_id, ${head.companyId}, "goodsId", goods, number, "unitPrice", amount, reduction, shares, "priceSource", "offerId",
             "bundleId", "bundleNumber", "giftId", "exchangeId", explanation
        from line
    ), licence as (
      insert into order_licence (order_id, kind, name, number, expires_on, scope, at, drug_classes)
      -- A licence that came by import names no scopes; the order rested on those of the company.
      select fresh.id, q.kind, q.name, q.number, q.expires_on,
             case when q.scope_codes = '{}' and q.kind in ('drug_licence', 'medical_licence', 'clinic_licence')
                  then array(select scope_code from company_scope where company_id = ${head.companyId} order by scope_code)
                  else q.scope_codes end, ${now},
             case when q.kind = 'drug_licence' then (select drug_classes from company where id = ${head.companyId}) end
        from fresh join qualification q on q.company_id = ${head.companyId} and q.status = 2
    )
    select fresh.id, placed.no, fresh.key, (select json_agg(line.id order by line.ord) from line where line.order_id = fresh.id) as "lineIds"
      from fresh join placed using (id) order by fresh.id`.execute(connection)
  return rows
}

/** Moves the time to pay later, never earlier. */
export async function extendPayBefore(connection: Connection, orderId: number, until: Date): Promise<void> {
  await sql`
    update orders set pay_before = ${until} where id = ${orderId} and status = 'pending_payment' and pay_before < ${until}`.execute(
    connection,
  )
}

/** By this key the queue knows that an order's end was asked for. */
export const expiryKey = (orderId: number | string): string => `expire:${orderId}`

/** Orders whose time to pay is over and whose end nobody has asked the queue for, the longest over first. */
export async function ordersOverdue(connection: Connection, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
     where o.status = 'pending_payment' and o.pay_before <= ${now}
       and not exists (select from graphile_worker._private_jobs j where j.key = ${expiryKey('')} || o.id)
     order by o.pay_before, o.id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}
