import type { Database } from '../src/platform/database.ts'
import { type Buyer, fenOf, makeWarehouse, next } from './fixtures.ts'
import { addRow } from './rows.ts'

export interface PastLine {
  goodsId: number
  number: number
  price?: string
  offerId?: number | null
}

/** An order as history has it; the buying module's own tests place theirs through the API. */
export async function makeOrder(
  db: Database,
  buyer: Pick<Buyer, 'companyId' | 'accountId'>,
  lines: readonly PastLine[],
  values: { status?: string; created_at?: Date } = {},
): Promise<number> {
  const { status = 'completed', created_at = new Date() } = values
  const who = { company_id: buyer.companyId, account_id: buyer.accountId }
  const number = next()
  const checkout = await db
    .insertInto('checkout')
    .values({ ...who, idempotency_key: `past-${number}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const priced = lines.map((line) => ({ ...line, unit: fenOf(line.price ?? '10.00') }))
  const amount = priced.reduce((sum, line) => sum + line.unit * line.number, 0)
  const order = await db
    .insertInto('orders')
    .values({
      ...who,
      no: `T${String(number).padStart(10, '0')}`,
      checkout_id: checkout.id,
      warehouse_id: await makeWarehouse(db),
      status,
      goods_amount: amount,
      payable_amount: amount,
      receiver: '{}',
      invoice_kind: 'normal',
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const line of priced) {
    await addRow(db, 'order_line', {
      order_id: order.id,
      company_id: buyer.companyId,
      goods_id: line.goodsId,
      goods: '{}',
      number: line.number,
      unit_price: line.unit,
      amount: line.unit * line.number,
      price_source: 'base',
      offer_id: line.offerId ?? null,
    })
  }
  return order.id
}
