import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import type { DraftLineRow, OrderMoney, OrderMoneyRow } from './store.ts'

/** What a split writes of orders; the caller has all orders of the checkout locked. */

/** All that is given, numbered and reckoned together is one checkout's: one split of it after the other. */
export async function lockCheckoutWith(connection: Connection, orderId: number): Promise<void> {
  await sql`
    select o.id from orders o where o.checkout_id = (select checkout_id from orders where id = ${orderId}) order by o.id for update`.execute(
    connection,
  )
}

/** The number of the order that was placed, and which of those that were split from it: 20261123000045-2. */
export async function nextSplitNo(connection: Connection, no: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select placed.no || '-' || (1 + (select count(*) from orders o where o.no like placed.no || '-%')) as no
      from (select regexp_replace(${no}, '-[0-9]+$', '') as no) placed`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`no number for what is split from ${no}`)
  return row.no
}

interface SplitHead extends OrderMoney {
  no: string
  moneyRows: readonly OrderMoneyRow[]
}

/** The same buyer, place, day and payment, and the papers that the order rests on; its own number, sums and way. */
export async function insertSplitOrder(connection: Connection, fromId: number, head: SplitHead): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into orders (no, checkout_id, company_id, account_id, warehouse_id, is_ephedrine, status, goods_amount, reduction_amount,
                          shipping_amount, voucher_amount, balance_amount, payable_amount, paid_amount, cashback_amount,
                          cashback_promotion_id, points, money_rows, receiver, invoice_kind, remark, has_flash, pay_before, created_at,
                          paid_at, entered_by, held_at, hold_reasons, hold_waived, sold_type, sold_manager, sold_province, sold_city)
      select ${head.no}, checkout_id, company_id, account_id, warehouse_id, is_ephedrine, 'paid', ${head.goodsAmount}, ${head.reductionAmount},
             ${head.shippingAmount}, ${head.voucherAmount}, ${head.balanceAmount}, ${head.payableAmount}, ${head.paidAmount},
             ${head.cashbackAmount}, cashback_promotion_id, ${head.points}, ${JSON.stringify(head.moneyRows)}::jsonb, receiver, invoice_kind,
             remark, has_flash, pay_before, created_at, paid_at, entered_by, held_at, hold_reasons, hold_waived,
             sold_type, sold_manager, sold_province, sold_city
        from orders where id = ${fromId} returning id
    ), licence as (
      insert into order_licence (order_id, kind, name, number, expires_on, scope, at, drug_classes)
      select made.id, l.kind, l.name, l.number, l.expires_on, l.scope, l.at, l.drug_classes
        from made cross join order_licence l where l.order_id = ${fromId}
    )
    select id from made`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`what is split from order ${fromId} was not written`)
  return row.id
}

export async function moveLines(connection: Connection, fromId: number, toId: number, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return
  await sql`update order_line set order_id = ${toId} where order_id = ${fromId} and id = any(${[...lineIds]}::bigint[])`.execute(connection)
}

interface NewPart {
  /** The line that it is a part of. */
  of: number
  number: number
  bundleNumber: number | null
  amount: number
  reduction: number
  shares: DraftLineRow['shares']
  explanation: DraftLineRow['explanation']
}

/** Lines of what goes of a divided line; answers them by the line that they are of. Its former line is written by writeLines. */
export async function insertParts(connection: Connection, toId: number, parts: readonly NewPart[]): Promise<Map<number, number>> {
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ of: number; id: number }>`
    with part as (
      select nextval(pg_get_serial_sequence('order_line', 'id')) as id, p.*
        from (select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
                as p("of" bigint, number integer, "bundleNumber" integer, amount bigint, reduction bigint, shares jsonb, explanation jsonb)
               order by "of") p
    ), written as (
      insert into order_line (id, order_id, company_id, goods_id, goods, number, unit_price, amount, reduction, shares, price_source,
                              offer_id, bundle_id, bundle_number, gift_id, exchange_id, explanation)
      overriding system value
      select part.id, ${toId}, l.company_id, l.goods_id, l.goods, part.number, l.unit_price, part.amount, part.reduction, part.shares,
             l.price_source, l.offer_id, l.bundle_id, part."bundleNumber", l.gift_id, l.exchange_id, part.explanation
        from part join order_line l on l.id = part."of"
    )
    select "of", id from part`.execute(connection)
  return new Map(rows.map((row) => [row.of, row.id]))
}
