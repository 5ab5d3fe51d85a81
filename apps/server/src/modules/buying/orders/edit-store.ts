import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Benefit } from '#domain/pricing/benefits.ts'
import type { Connection } from '../../../platform/database.ts'
import type { DraftLineRow, OrderMoney, OrderMoneyRow } from './store.ts'

/** What a change before picking reads and writes of an order; the caller has its row locked. */

export interface EditableLine {
  id: number
  goodsId: number
  name: string
  goods: { spec?: string; unit?: string; manufacturer?: string; bundle?: string; whole_case?: boolean }
  number: number
  unitPrice: Fen
  amount: Fen
  reduction: Fen
  shares: DraftLineRow['shares']
  priceSource: string
  offerId: number | null
  bundleId: number | null
  bundleNumber: number | null
  giftId: number | null
  exchangeId: number | null
  explanation: DraftLineRow['explanation']
}

export async function editableLines(connection: Connection, orderId: number): Promise<EditableLine[]> {
  const { rows } = await sql<EditableLine>`
    select id, goods_id as "goodsId", name, goods, number, unit_price as "unitPrice", amount, reduction, shares, price_source as "priceSource",
           offer_id as "offerId", bundle_id as "bundleId", bundle_number as "bundleNumber", gift_id as "giftId",
           exchange_id as "exchangeId", explanation
      from order_line where order_id = ${orderId} order by id`.execute(connection)
  return rows
}

export interface EditableHead {
  warehouseId: number
  receiver: Record<string, string | number | null>
  remark: string
  moneyRows: OrderMoneyRow[]
}

export async function editableHead(connection: Connection, orderId: number): Promise<EditableHead> {
  const { rows } = await sql<EditableHead>`
    select warehouse_id as "warehouseId", receiver, remark, money_rows as "moneyRows" from orders where id = ${orderId}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`order ${orderId} is gone`)
  return row
}

interface LinePatch {
  id: number
  number: number
  bundleNumber: number | null
  amount: Fen
  reduction: Fen
  shares: DraftLineRow['shares']
  explanation: DraftLineRow['explanation']
}

/** Lines that stay with what they hold now, and lines that go; their batches are given back before. */
export async function writeLines(
  connection: Connection,
  orderId: number,
  kept: readonly LinePatch[],
  gone: readonly number[],
): Promise<void> {
  if (kept.length > 0)
    await sql`
      update order_line l set number = p.number, bundle_number = p."bundleNumber", amount = p.amount, reduction = p.reduction,
                              shares = p.shares, explanation = p.explanation
        from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
             as p(id bigint, number integer, "bundleNumber" integer, amount bigint, reduction bigint, shares jsonb, explanation jsonb)
       where l.id = p.id and l.order_id = ${orderId}`.execute(connection)
  if (gone.length > 0)
    await sql`delete from order_line where order_id = ${orderId} and id = any(${[...gone]}::bigint[])`.execute(connection)
}

interface HeadPatch extends OrderMoney {
  moneyRows: readonly OrderMoneyRow[]
  receiver: object
  remark: string
}

/** One change more: whoever read the order before it changes nothing. */
export async function writeHead(connection: Connection, orderId: number, head: HeadPatch): Promise<void> {
  await sql`
    update orders set goods_amount = ${head.goodsAmount}, reduction_amount = ${head.reductionAmount}, shipping_amount = ${head.shippingAmount},
                      voucher_amount = ${head.voucherAmount}, balance_amount = ${head.balanceAmount}, payable_amount = ${head.payableAmount},
                      paid_amount = ${head.paidAmount}, cashback_amount = ${head.cashbackAmount}, points = ${head.points},
                      money_rows = ${JSON.stringify(head.moneyRows)}::jsonb, receiver = ${JSON.stringify(head.receiver)}::jsonb,
                      remark = ${head.remark}, edits = edits + 1
     where id = ${orderId}`.execute(connection)
}

/** What the checkout was given, as it stands after the change. */
export async function replaceBenefits(
  connection: Connection,
  checkoutId: number,
  benefits: readonly (Benefit & { id: number })[],
): Promise<void> {
  await sql`
    delete from order_benefit where checkout_id = ${checkoutId} and id <> all(${benefits.map(({ id }) => id)}::bigint[])`.execute(
    connection,
  )
  const rows = benefits.map(({ id, fee, earnedBy, given }) => ({ id, fee, earned: earnedBy, given }))
  await sql`
    update order_benefit b set fee = p.fee, earned_by = p.earned, given = p.given
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(id bigint, fee bigint, earned jsonb, given jsonb)
     where b.id = p.id and b.checkout_id = ${checkoutId}`.execute(connection)
}

export async function benefitRowsOf(connection: Connection, checkoutId: number): Promise<(Benefit & { id: number })[]> {
  const { rows } = await sql<Benefit & { id: number }>`
    select id, kind, name, measure, threshold, repeat, fee, earned_by as "earnedBy", given
      from order_benefit where checkout_id = ${checkoutId} order by id`.execute(connection)
  return rows
}
