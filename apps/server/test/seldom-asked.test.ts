import { describe, expect, it } from 'vitest'
import { findShipment, writeParcel } from '../src/modules/buying/shipments/store.ts'
import { batchesOfCode } from '../src/modules/buying/shipments/trace-store.ts'
import { documentPage } from '../src/modules/papers/documents/document-store.ts'
import { presentIn } from '../src/start-views.ts'
import { makeCompany, makeStaff } from './fixtures.ts'
import { testShop } from './harness.ts'

/** Lists by filters that no other test uses, and reads that only a running shop asks: each is brought before the schema once. */

const shop = await testShop({ now: new Date('2026-11-22T02:00:00Z') })
const { db } = shop.database
const staff = await makeStaff(db)
const buyer = await makeCompany(db)

const listed = async (url: string, cookie: string) => (await shop.ask('GET', url, { cookie })).data.list

describe('少有人用的条件，清单照样答得出', () => {
  it.each([
    '/api/staff/after_sale/list?status=open',
    '/api/staff/recall/list?state=closed',
    '/api/staff/receipts',
    '/api/staff/report?keyword=AB12&before=999',
    '/api/staff/seal?state=applied&before=999',
    '/api/staff/chat?state=open',
    '/api/staff/chat?state=closed',
    '/api/staff/document?from=2026-01-01&to=2026-01-31',
    '/api/staff/companies?queue=rejected&expiring=30',
    '/api/staff/company?queue=rejected',
    '/api/staff/company?queue=frozen',
    '/api/staff/company?queue=certificate',
  ])('员工：%s', async (url) => {
    expect(await listed(url, staff)).toEqual([])
  })

  it('停用的企业列在停用一栏，恢复后不再列', async () => {
    const setState = (review_state: number) =>
      db.updateTable('company').set({ review_state, reviewed_at: shop.clock.now }).where('id', '=', buyer.companyId).execute()
    await setState(4)
    const names = async (queue: string) => (await listed(`/api/staff/company?queue=${queue}`, staff)).map((one: { id: number }) => one.id)
    expect(await names('frozen')).toEqual([buyer.companyId])
    await setState(2)
    expect(await names('frozen')).toEqual([])
  })

  it('买家：按日期看单据、按名称看买过的商品', async () => {
    expect(await listed('/api/document?from=2026-01-01&to=2026-01-31', buyer.cookie)).toEqual([])
    expect(await listed('/api/user/fast_buy?order=name', buyer.cookie)).toEqual([])
  })
})

describe('只有开着的店才问的', () => {
  it('开店前还缺什么：有员工，没有商品和收款账户', async () => {
    expect(await presentIn(db)).toMatchObject({ staff: true, goods: false, bank: false })
  })

  it('没有的包裹读不到，也记不上；没有发过的追溯码没有批号；无主的单据一份也没有', async () => {
    expect(await findShipment(db, 1)).toBeNull()
    await writeParcel(db, 1, { events: [], temperatures: [], deliveredAt: shop.clock.now })
    expect(await db.selectFrom('shipment_event').selectAll().execute()).toEqual([])
    expect(await batchesOfCode(db, buyer.companyId, '81234567890123456789')).toEqual([])
    const everything = { kinds: [], keyword: '', from: null, to: null, validOnly: false, failed: false, before: null, companyId: null }
    expect(await documentPage(db, everything, 10)).toEqual([])
  })
})
