import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** The bill of an order that becomes two. */

export interface WholeBill {
  id: number
  amount: Fen
  repaid: Fen
  returned: Fen
}

export async function lockWholeBill(connection: Connection, companyId: number, orderId: number): Promise<WholeBill | null> {
  const { rows } = await sql<WholeBill>`
    select id, amount, repaid, returned from credit_bill where company_id = ${companyId} and order_id = ${orderId} for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function repaymentItems(connection: Connection, billId: number): Promise<{ repaymentId: number; amount: Fen }[]> {
  const { rows } = await sql<{ repaymentId: number; amount: Fen }>`
    select repayment_id as "repaymentId", amount from credit_repayment_item where bill_id = ${billId} order by repayment_id`.execute(
    connection,
  )
  return rows
}

interface Division {
  toOrderId: number
  amount: Fen
  repaid: Fen
  items: readonly { repaymentId: number; amount: Fen }[]
}

/** Due on the same day. What goes whole takes the bill along: one of nothing is none. */
export async function divideBill(connection: Connection, bill: WholeBill, to: Division, now: Date): Promise<void> {
  if (to.amount === bill.amount) {
    await sql`update credit_bill set order_id = ${to.toOrderId} where id = ${bill.id}`.execute(connection)
    return
  }
  const { rows } = await sql<{ id: number }>`
    insert into credit_bill (company_id, order_id, amount, repaid, due_on, created_at, settled_at)
    select company_id, ${to.toOrderId}, ${to.amount}, ${to.repaid}, due_on, created_at,
           case when ${to.amount}::bigint = ${to.repaid}::bigint then coalesce(settled_at, ${now}::timestamptz) end
      from credit_bill where id = ${bill.id} returning id`.execute(connection)
  await sql`
    update credit_bill set amount = amount - ${to.amount}, repaid = repaid - ${to.repaid},
                           settled_at = case when open - ${to.amount}::bigint + ${to.repaid}::bigint = 0
                                             then coalesce(settled_at, ${now}::timestamptz) end
     where id = ${bill.id}`.execute(connection)
  const items = sql`jsonb_to_recordset(${JSON.stringify(to.items)}::jsonb) as t("repaymentId" bigint, amount bigint)`
  await sql`
    insert into credit_repayment_item (repayment_id, bill_id, amount) select "repaymentId", ${rows[0]?.id ?? 0}, amount from ${items}`.execute(
    connection,
  )
  await sql`
    delete from credit_repayment_item i using ${items}
     where i.bill_id = ${bill.id} and i.repayment_id = t."repaymentId" and i.amount = t.amount`.execute(connection)
  await sql`
    update credit_repayment_item i set amount = i.amount - t.amount from ${items}
     where i.bill_id = ${bill.id} and i.repayment_id = t."repaymentId" and i.amount > t.amount`.execute(connection)
}
