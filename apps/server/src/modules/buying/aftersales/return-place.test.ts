import { expect, it } from 'vitest'
import { applyFor, bring, formLines } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { keepSetting } from '../../../../test/rows.ts'

const OWN = { receiver: '退货组', phone: '0851-00000000', address: '贵阳市示例路 1 号' }
const ELSEWHERE = { receiver: '某人', phone: '13900001111', address: '某小区 3 栋 402' }

const shop = await testShop({ now: new Date('2026-11-21T02:00:00Z') })
const { db } = shop.database
const [all, service, finance] = [
  await makeStaff(db),
  await makeStaffOf(db, 'service', '客服甲'),
  await makeStaffOf(db, 'finance', '财务乙'),
]
const buyer = await makeCompany(db, { balance: '5000.00' })
const address = await makeAddress(db, buyer.companyId)

async function applied(): Promise<number> {
  const [order] = await buy(shop, buyer, address, [{ goods_id: await makeGoods(db, { price: '100.00' }), number: 5 }], '512.00')
  await bring(shop, all, order?.id ?? 0, 'receive')
  const [line] = await formLines(shop, buyer.cookie, order?.id ?? 0)
  return (await applyFor(shop, buyer.cookie, { order_id: order?.id ?? 0, lines: [{ id: line?.id ?? 0, number: 2 }] })).data.id
}
const approve = (id: number, body: object) => shop.ask('POST', `/api/staff/after_sale/${id}/approve`, { cookie: service, body })
const placeOf = async (id: number) => (await shop.ask('GET', `/api/after_sale/info/${id}`, { cookie: buyer.cookie })).data.return_to

it('退货寄到别处要另一人批准：客服一人不能让客户把药寄到自己填的地址；本公司的退货地址照常一人办', async () => {
  expect((await approve(await applied(), ELSEWHERE)).status).toBe(200)
  await keepSetting(db, 'return_address', OWN)
  const [usual, typed, other] = [await applied(), await applied(), await applied()]
  expect((await approve(usual, {})).status).toBe(200)
  expect((await approve(typed, OWN)).status).toBe(200)
  const asked = await approve(other, ELSEWHERE)
  expect([asked.status, asked.data.request.changes[0].after]).toEqual([202, '某人，13900001111，某小区 3 栋 402'])
  expect(await placeOf(other)).toBeNull()
  const done = await shop.ask('POST', `/api/staff/approval/${asked.data.request.id}/approve`, { cookie: finance, body: {} })
  expect(done.status, done.text).toBe(200)
  expect(await placeOf(other)).toMatchObject(ELSEWHERE)
})

it('寄回地址印不出来的，写的时候就拒绝', async () => {
  const wrong = await approve(await applied(), { ...ELSEWHERE, receiver: '某人😀' })
  expect(wrong.data.errors).toMatchObject([{ field: 'receiver', message: expect.stringContaining('印不出来') }])
})
