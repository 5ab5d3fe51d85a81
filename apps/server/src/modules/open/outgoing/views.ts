import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

export interface OpenHeadRow {
  id: number
  no: string
  status: OrderStatus
  heldAt: Date | null
  isEphedrine: boolean
  createdAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  cancelledAt: Date | null
  cancelReason: string
  warehouseCode: string
  companyCode: string
  companyName: string
  creditCode: string
  companyType: string
  payable: Fen
  paid: Fen
  sheetNo: string | null
  takenOverAt: Date | null
}

const HEAD = sql`
  o.id, o.no, o.status, o.held_at as "heldAt", o.is_ephedrine as "isEphedrine", o.created_at as "createdAt", o.paid_at as "paidAt",
  o.shipped_at as "shippedAt", o.cancelled_at as "cancelledAt", o.cancel_reason as "cancelReason", w.code as "warehouseCode",
  coalesce(c.code, '') as "companyCode", c.name as "companyName", c.credit_code as "creditCode", c.type as "companyType",
  o.payable_amount as payable, o.paid_amount as paid, t.sheet_no as "sheetNo", t.taken_over_at as "takenOverAt"`
const HEAD_JOINS = sql`
  join warehouse w on w.id = o.warehouse_id join company c on c.id = o.company_id left join open_takeover t on t.order_id = o.id`

export async function openHeads(connection: Connection, ids: readonly number[]): Promise<OpenHeadRow[]> {
  const { rows } = await sql<OpenHeadRow>`select ${HEAD} from orders o ${HEAD_JOINS} where o.id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

export interface OpenOrderRow extends OpenHeadRow {
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
  voucherAmount: Fen
  balanceAmount: Fen
  receiver: Record<string, string>
  invoiceKind: string
  remark: string
  payments: { no: string; channel: string; amount: Fen; paidAt: string }[]
}

/** companyId: an order of another one is as if there were none; null: any. */
export async function openOrderByNo(connection: Connection, no: string, companyId: number | null): Promise<OpenOrderRow | null> {
  const { rows } = await sql<OpenOrderRow>`
    select ${HEAD}, o.goods_amount as "goodsAmount", o.reduction_amount as "reductionAmount", o.shipping_amount as "shippingAmount",
           o.voucher_amount as "voucherAmount", o.balance_amount as "balanceAmount", o.receiver, o.invoice_kind as "invoiceKind", o.remark,
           coalesce((select json_agg(json_build_object('no', p.no, 'channel', p.channel, 'amount', p.amount, 'paidAt', p.paid_at) order by p.id)
                       from payment p where p.order_id = o.id and p.paid_at is not null), '[]') as payments
      from orders o ${HEAD_JOINS} where o.no = ${no} and (${companyId}::bigint is null or o.company_id = ${companyId})`.execute(connection)
  return rows[0] ?? null
}

export interface OpenLineRow {
  id: number
  code: string
  goods: { name?: string; spec?: string; unit?: string; manufacturer?: string; approval_no?: string }
  number: number
  unitPrice: Fen
  amount: Fen
  reduction: Fen
  shares: { kind: string; name: string; amount: Fen }[]
  priceSource: string
  returned: number
  batches: { batch_no: string; production_date: string | null; expiry_date: string; number: number }[]
}

export async function openLines(connection: Connection, orderId: number): Promise<OpenLineRow[]> {
  const { rows } = await sql<OpenLineRow>`
    select l.id, g.code, l.goods, l.number, l.unit_price as "unitPrice", l.amount, l.reduction, l.shares, l.price_source as "priceSource",
           coalesce((select sum(coalesce(b.accepted, b.number)) from after_sale_line b join after_sale s on s.id = b.after_sale_id
                      where b.order_line_id = l.id and s.status = 'refunded'), 0)::integer as returned,
           coalesce((select json_agg(json_build_object('batch_no', p.batch_no, 'production_date', p.production_date,
                                                       'expiry_date', p.expiry_date, 'number', p.number) order by p.expiry_date, p.id)
                       from order_line_batch p where p.order_line_id = l.id), '[]') as batches
      from order_line l join goods g on g.id = l.goods_id where l.order_id = ${orderId} order by l.id`.execute(connection)
  return rows
}

export interface WaitingRow {
  id: number
  no: string
  status: OrderStatus
  heldAt: Date | null
  companyId: number
  company: string
  companyCode: string
  since: Date
}

/** The longest waiting first. */
export async function waitingOrders(
  connection: Connection,
  { keywords, offset, limit }: { keywords: string; offset: number; limit: number },
): Promise<{ rows: WaitingRow[]; total: number }> {
  const start = plainLike(keywords)
  const found = sql`
    from open_waiting u join orders o on o.id = u.order_id join company c on c.id = o.company_id
   where ${orderSeen('o.id', 'o.company_id')} and (${keywords} = '' or o.no like ${`${start}%`} or c.name ilike ${`%${start}%`})`
  const { rows } = await sql<WaitingRow>`
    select o.id, o.no, o.status, o.held_at as "heldAt", c.id as "companyId", c.name as company, coalesce(c.code, '') as "companyCode", u.since
    ${found} order by u.since, o.id limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}
