import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../src/platform/database.ts'
import type { Buyer } from './fixtures.ts'

let serial = 0

export interface ModelOrder {
  id: number
  /** Of order_line_batch: what an after-sale names. */
  pieceId: number
}

/**
 * An order that waits for its money: one line of one batch, as placing leaves it, in one statement. For tests of money in
 * which thousands of orders are placed; those of placing itself go through the cart.
 */
export async function writeModelOrder(
  connection: Connection,
  buyer: Pick<Buyer, 'companyId' | 'accountId'>,
  of: {
    goodsId: number
    batchId: number
    warehouseId: number
    number: number
    price: number
    balance: number
    voucher: number
    reduction?: number
  },
  now: Date,
): Promise<ModelOrder & { no: string; status: OrderStatus; payable: number }> {
  const amount = of.number * of.price
  const { reduction = 0 } = of
  const payable = amount - reduction - of.balance - of.voucher
  const status: OrderStatus = payable === 0 ? 'paid' : 'pending_payment'
  const no = `M${String(++serial).padStart(10, '0')}`
  const { rows } = await sql<ModelOrder>`
    with c as (
      insert into checkout (company_id, account_id, idempotency_key, created_at)
      values (${buyer.companyId}, ${buyer.accountId}, ${no}, ${now}) returning id
    ), o as (
      insert into orders (no, checkout_id, company_id, account_id, warehouse_id, status, goods_amount, reduction_amount, balance_amount, voucher_amount,
                          payable_amount, receiver, invoice_kind, created_at)
      select ${no}, c.id, ${buyer.companyId}, ${buyer.accountId}, ${of.warehouseId}, ${status}, ${amount}, ${reduction}, ${of.balance}, ${of.voucher},
             ${payable}, '{}', 'normal', ${now}::timestamptz from c returning id
    ), l as (
      insert into order_line (order_id, company_id, goods_id, goods, number, unit_price, amount, reduction, price_source)
      select o.id, ${buyer.companyId}, ${of.goodsId}, '{"name":"模型商品","unit":"盒"}', ${of.number}, ${of.price}, ${amount}, ${reduction}, 'base' from o returning id
    ), b as (
      insert into order_line_batch (order_line_id, stock_batch_id, batch_no, expiry_date, number)
      select l.id, ${of.batchId}, 'B1', '2099-12-31', ${of.number} from l returning id
    )
    select o.id, b.id as "pieceId" from o, b`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a model order was not written')
  return { ...row, no, status, payable }
}
