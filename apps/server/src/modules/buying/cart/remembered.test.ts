import { beforeEach, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hearStatements } from '../../../../test/statements-heard.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { addLines } from './service.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let texts: string[] = []

const shop = await testShop({ now: NOW })
const { db } = shop.database
hearStatements(shop.database.pool, (text) => texts.push(text))
beforeEach(async () => {
  buyer = await makeCompany(db)
})

const add = (goods: number) => shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: goods, number: 1 }] } })
const lineOf = (goods: number) =>
  db.selectFrom('cart_line').selectAll().where('company_id', '=', buyer.companyId).where('goods_id', '=', goods).executeTakeFirstOrThrow()

it('加入购物车不再重读记得的商品资料，库存与价格照样在这一刻核对', async () => {
  const goods = await makeGoods(db, { price: '10.00', stock: 5 })
  await add(goods)
  texts = []
  expect((await add(goods)).data.lines[0]).toMatchObject({ number: 2 })
  expect(texts.filter((text) => text.includes('business_scope'))).toEqual([])
  expect(texts.filter((text) => text.includes('promotion_version'))).toHaveLength(1)
  await db.updateTable('goods_stock').set({ available: 2 }).where('goods_id', '=', goods).execute()
  expect((await add(goods)).data.lines[0].corrections).toMatchObject([{ reason: 'STOCK' }])
})

it('价格刚改、本进程还没有听到：加入购物车的仍是新价', async () => {
  const goods = await makeGoods(db, { price: '10.00' })
  await add(goods)
  const company = await loadCompany(db, buyer.companyId)
  if (company === null) throw new Error('no company')
  await db.updateTable('goods').set({ base_price: 1234 }).where('id', '=', goods).execute()
  await addLines(shop.database, company, [{ goods_id: goods, number: 1 }], NOW)
  expect((await lineOf(goods)).seen_price).toBe(1234)
})

it('一个账号同时要十二次购物车：读一次，等着的合在一起再读一次；刚改的都看得到', async () => {
  const goods = await makeGoods(db, { price: '10.00', stock: 50 })
  await add(goods)
  texts = []
  const list = () => shop.ask('GET', '/api/cart/list', { cookie: buyer.cookie })
  const answers = await Promise.all(Array.from({ length: 12 }, list))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(texts.filter((text) => text.includes('from cart_line where company_id')).length).toBeLessThanOrEqual(2)
  const busy = Promise.all([list(), list(), list()])
  await add(goods)
  expect((await list()).data.list[0]).toMatchObject({ number: 2 })
  await busy
})
