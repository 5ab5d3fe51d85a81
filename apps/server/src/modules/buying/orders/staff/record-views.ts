import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { OrderMoneyRow } from '../store.ts'
import { HEAD, HEAD_JOINS, type StaffOrderHead } from './list-views.ts'

export interface StaffOrderRecord extends StaffOrderHead {
  coldChain: boolean
  companyType: string
  rank: string
  companyPlace: string
  contact: string
  phone: string
  manager: string
  reviewState: number
  boughtBy: string
  enteredBy: string
  receiver: Record<string, string>
  invoiceKind: string
  cancelReason: string
  picker: string
  pickedBy: number | null
  gatheredBy: number | null
  hasTaken: boolean
  wave: { id: number; no: string; tote: number } | null
  gatheredAt: Date | null
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
  voucherAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  moneyRows: OrderMoneyRow[]
  paidAt: Date | null
  pickedAt: Date | null
  shippedAt: Date | null
  receivedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
  locked: { batch_no: string; goods: string; reason: string }[]
}

export const PICKER = sql`coalesce((select k.name from account k where k.id = o.picked_by),
  (select g.actor from order_log g where g.order_id = o.id and g.event = 'pick' order by g.id desc limit 1), '')`
export const COLD = sql`exists (select from order_line x join goods g on g.id = x.goods_id where x.order_id = o.id and g.cold_chain)`

/** Whether this one took goods from the shelves for a wave that the order o is in, or was. */
export const tookFor = (accountId: number) => sql`exists (
  select from wave_order x join wave_taken t on t.wave_id = x.wave_id where x.order_id = o.id and t.taken_by = ${accountId}::bigint)`

/** The wave that the order o is in. */
const WAVE = sql`(select json_build_object('id', v.id, 'no', v.no, 'tote', x.tote)
  from wave_order x join wave v on v.id = x.wave_id where x.order_id = o.id and x.left_at is null)`

export async function staffOrderRecord(connection: Connection, id: number, accountId: number): Promise<StaffOrderRecord | null> {
  const { rows } = await sql<StaffOrderRecord>`
    select ${HEAD}, ${COLD} as "coldChain", c.type as "companyType", c.rank, c.province || c.city || c.district || c.address as "companyPlace",
           c.contact, c.phone, c.manager_name as manager, c.review_state as "reviewState", coalesce(b.name, '') as "boughtBy",
           coalesce((select e.name from account e where e.id = o.entered_by), '') as "enteredBy", o.receiver,
           o.invoice_kind as "invoiceKind", o.cancel_reason as "cancelReason", ${PICKER} as picker, o.picked_by as "pickedBy", o.gathered_by as "gatheredBy",
           ${tookFor(accountId)} as "hasTaken", ${WAVE} as wave,
           o.gathered_at as "gatheredAt", o.goods_amount as "goodsAmount", o.reduction_amount as "reductionAmount",
           o.shipping_amount as "shippingAmount", o.voucher_amount as "voucherAmount", o.balance_amount as "balanceAmount",
           o.payable_amount as "payableAmount", o.money_rows as "moneyRows", o.paid_at as "paidAt", o.shipped_at as "shippedAt",
           o.received_at as "receivedAt", o.completed_at as "completedAt", o.cancelled_at as "cancelledAt",
           (select min(at) from order_log where order_id = o.id and event = 'pick') as "pickedAt",
           case when o.status in ('paid', 'picking') then
             coalesce((select json_agg(distinct jsonb_build_object('batch_no', p.batch_no, 'goods', x.name, 'reason', s.locked_reason))
                         from order_line x join order_line_batch p on p.order_line_id = x.id join stock_batch s on s.id = p.stock_batch_id
                        where x.order_id = o.id and s.locked_at is not null), '[]') else '[]' end as locked
      from orders o ${HEAD_JOINS} left join account b on b.id = o.account_id
     where o.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface NoteRow {
  id: number
  kind: 'inside' | 'short'
  at: Date
  actor: string
  text: string
}

export async function orderNotes(connection: Connection, id: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, kind, at, actor, text from order_note where order_id = ${id} order by id desc limit 200`.execute(connection)
  return rows
}

export interface RefundRow {
  no: string
  channel: string
  amount: Fen
  status: string
  at: Date
}

export async function orderRefunds(connection: Connection, id: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select no, channel, amount, status, coalesce(done_at, created_at) as at from refund where order_id = ${id} order by id`.execute(
    connection,
  )
  return rows
}

export interface OrderInvoiceRow {
  number: string
  colour: string
  total: Fen
  issuedAt: Date
}

export async function orderInvoices(connection: Connection, id: number): Promise<OrderInvoiceRow[]> {
  const { rows } = await sql<OrderInvoiceRow>`
    select number, colour, total, issued_at as "issuedAt" from invoice where order_id = ${id} order by id`.execute(connection)
  return rows
}

export interface AfterSaleBrief {
  id: number
  no: string
  kind: string
  reason: string
  status: string
  createdAt: Date
  amount: Fen
}

export async function orderAfterSales(connection: Connection, id: number): Promise<AfterSaleBrief[]> {
  const { rows } = await sql<AfterSaleBrief>`
    select id, no, kind, reason, status, created_at as "createdAt", expected_amount as amount from after_sale where order_id = ${id} order by id desc`.execute(
    connection,
  )
  return rows
}

export interface SlipFacts {
  id: number
  packages: number | null
  pickedBy: string
  checkedBy: string
  remark: string
  transport: string
  boxNo: string
  recorderNo: string
}

export async function shipmentSlip(connection: Connection, orderId: number): Promise<SlipFacts | null> {
  const { rows } = await sql<SlipFacts>`
    select id, packages, picked_by as "pickedBy", checked_by as "checkedBy", remark, transport, box_no as "boxNo", recorder_no as "recorderNo"
      from shipment where order_id = ${orderId}`.execute(connection)
  return rows[0] ?? null
}
