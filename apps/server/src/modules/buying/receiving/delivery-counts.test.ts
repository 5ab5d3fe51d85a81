import { expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import { type DeliveryFilter, deliveryCounts, deliveryPage } from './views.ts'

const SENT = 300
const OTHERS = 6_000
/** Where the map of pages is not up to date an index's rows are looked at as well: once each, and nobody else's. */
const SLACK = 2 * SENT

const shop = await testShop()
const { db, pool } = shop.database
const buyer = await makeCompany(db)
const goods = await makeGoods(db)
const other = await makeCompany(db)
for (const who of [buyer, other]) await makeOrder(db, who, [{ goodsId: goods, number: 1 }], { status: 'received' })
const COLUMNS = 'checkout_id, company_id, account_id, warehouse_id, status, goods_amount, payable_amount, receiver, invoice_kind'
await pool.query(
  `insert into orders (no, ${COLUMNS}, shipped_at) 
     select case when company_id = $1 then 'D' else 'X' end || n, ${COLUMNS}, now() - n * interval '1 hour'
       from orders, lateral generate_series(1, case when company_id = $1 then $2::int else $3::int end) n`,
  [buyer.companyId, SENT, OTHERS],
)
await pool.query(
  `insert into shipment (order_id, carrier, waybill, shipped_at) select id, '自营', no, shipped_at from orders where shipped_at is not null`,
)
await pool.query(`update orders set status = 'shipped' where no in ('D1', 'D2', 'D3')`)
await pool.query(
  `insert into receiving (order_id, company_id, idempotency_key, received_by, inspected_by, arrived_on, summary, differs, created_at)
     select id, company_id, no, '王', '赵', current_date, '', no in ('D10', 'D11'), now() from orders where shipped_at is not null and status = 'received'`,
)
await pool.query('vacuum analyze orders')
await pool.query('vacuum analyze receiving')
await pool.query('vacuum analyze shipment')

const filterOf = (state: DeliveryFilter['state']): DeliveryFilter => ({
  companyId: buyer.companyId,
  state,
  from: null,
  until: null,
  found: null,
})
const TABLES = ['orders', 'shipment', 'receiving']

it('各状态的到货数只数自己的到货，不翻阅别家的订单、发货和收货记录', async () => {
  const { found, read } = await rowsReadBy(db, TABLES, (trx) => deliveryCounts(trx, filterOf('all')))
  expect(Object.fromEntries(found)).toEqual({ to_receive: 3, received: SENT - 5, differs: 2 })
  expect(read).toBeLessThanOrEqual(SLACK)
})

it.each([
  ['all', 20],
  ['received', 20],
  ['to_receive', 3],
  ['differs', 2],
] as const)('%s 的一页到货不翻阅别家的记录', async (state, rows) => {
  const { found, read } = await rowsReadBy(db, TABLES, (trx) => deliveryPage(trx, filterOf(state), 0, 20))
  expect(found).toHaveLength(rows)
  expect(read).toBeLessThanOrEqual(4 * rows + SLACK)
})
