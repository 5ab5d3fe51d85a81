import { expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { documentsOf } from '../../papers/documents/public.ts'

const NOW = new Date('2026-11-22T02:30:00Z')

const shop = await testShop({ now: NOW })
const { pool } = shop.database

it('还没写明供货单位的商城不出单据，也不盖没有名字的章；写明以后补出，单据上有供货单位', async () => {
  const { db } = shop.database
  await db.deleteFrom('setting').where('key', 'in', ['supplier', 'company_name', 'bank_account']).execute()
  const staff = await makeStaff(db, '王捷')
  const buyer = await makeCompany(db, { balance: '90000.00' })
  const address = await makeAddress(db, buyer.companyId, {})
  const goods = await makeGoods(db, { price: '1000.00', stock: 0 })
  await makeStock(db, goods, [{ available: 100, batchNo: 'PH2601', production: '2026-01-05', expiry: '2028-01-04' }])
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 2 }], '2000.00')
  await bring(shop, staff, order?.id ?? 0, 'ship')
  const papers = async () => {
    const { rows } = await pool.query<{ id: number }>('select id from shipment where order_id = $1', [order?.id])
    return documentsOf(db, [`shipment:${rows[0]?.id}`])
  }
  await shop.jobs.runDue(['documents.make'])
  expect((await papers()).map(({ state, fileId }) => ({ state, fileId }))).toEqual(Array(3).fill({ state: 'waiting', fileId: null }))
  await nameSupplier(db)
  shop.clock.now = new Date(NOW.getTime() + 20 * 60_000)
  await pool.query(`select graphile_worker.add_job('documents.late', run_at => $1)`, [shop.clock.now])
  await shop.jobs.runDue(['documents.late'])
  const made = await papers()
  expect(made.map(({ state }) => state)).toEqual(Array(3).fill('valid'))
  if (!hasPoppler) return
  for (const { id } of made) {
    const file = await shop.app.inject({ method: 'GET', url: `/api/staff/document/${id}/file`, headers: { cookie: `staff=${staff}` } })
    expect((await pdfText(file.rawPayload)).replace(/\s/g, ''), String(id)).toContain('示例医药有限公司')
  }
})
