import { beforeEach, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '1000.00' })
})

interface ToDo {
  kind: string
  title: string
  url: string
  urgent: boolean
}
const homeOf = async (who = buyer): Promise<{ todos: ToDo[]; orders: { key: string; count: number }[] }> =>
  (await shop.ask('GET', '/api/user/home', { cookie: who.cookie })).data
const kinds = async (who = buyer) => (await homeOf(who)).todos.map(({ kind }) => kind)
const counts = async () => Object.fromEntries((await homeOf()).orders.map(({ key, count }) => [key, count]))

it('没有要做的事就没有待办，各状态订单都是 0', async () => {
  expect(await homeOf()).toMatchObject({ todos: [] })
  expect(Object.values(await counts()).every((count) => count === 0)).toBe(true)
})

it('待付款、待收货写明是哪一单、去哪里办；别家的订单不算', async () => {
  const address = await makeAddress(db, buyer.companyId)
  const goods = await makeGoods(db, { price: '100.00' })
  const [unpaid] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }])
  const [paid] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }], '112.00')
  const staff = await makeStaff(db)
  for (const what of ['pick', 'ship']) await shop.ask('POST', `/api/staff/order/${paid?.id}/${what}`, { cookie: staff, body: {} })
  const { todos } = await homeOf()
  expect(todos).toMatchObject([
    { kind: 'pay', title: `订单 ${unpaid?.no} 待付款`, url: `/cart/step3/${unpaid?.id}` },
    { kind: 'receive', title: `订单 ${paid?.no} 待收货`, url: `/order/info/${paid?.id}` },
  ])
  expect(await counts()).toMatchObject({ pending_payment: 1, to_ship: 0, shipped: 1, after_sale: 0 })
  expect(await kinds(await makeCompany(db))).toEqual([])
})

it.each([
  [{ review_state: 0 }, 'review', true],
  [{ review_state: 1 }, 'review', false],
  [{ review_state: 3 }, 'review', true],
  [{ contract_signed: false }, 'contract', true],
])('企业 %j 时首先要做的是 %s', async (company, kind, urgent) => {
  const who = await makeCompany(db, company)
  expect((await homeOf(who)).todos[0]).toMatchObject({ kind, urgent })
})

it('证件 90 天内到期提醒更新，已到期的最紧要', async () => {
  const soon = await makeCompany(db, { papers: [{ name: '药品经营许可证', expires_on: '2026-12-31' }] })
  expect((await homeOf(soon)).todos).toMatchObject([{ kind: 'papers', title: '资质即将到期', urgent: false }])
  const lapsed = await makeCompany(db, { papers: [{ name: '药品经营许可证', expires_on: '2026-11-20' }] })
  expect((await homeOf(lapsed)).todos[0]).toMatchObject({ kind: 'papers', title: '资质需要更新', urgent: true })
})

it('门店邀请待答复只给被邀请门店的负责人看', async () => {
  const other = await makeCompany(db)
  await shop.ask('POST', '/api/user/store/invite', { cookie: other.cookie, body: { target: buyer.username } })
  expect(await kinds()).toEqual(['invitation'])
  expect(await kinds(other)).toEqual([])
})
