import { describe, expect, it } from 'vitest'
import { makeCategory, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const shop = await testShop({ now: new Date('2026-11-24T02:00:00Z') })
const { db } = shop.database
const buyer = await makeCompany(db)
const [pain, cold] = [await makeCategory(db, '解热镇痛'), await makeCategory(db, '感冒')]
for (const at of [1, 2, 3, 4, 5])
  await makeGoods(db, {
    name: '布洛芬缓释胶囊',
    spec: `0.3g*${at * 10}粒`,
    manufacturer: at % 2 === 0 ? '望槐堂制药' : '沁和制药',
    categories: [at > 3 ? cold : pain],
    price: '12.50',
    stock: 40,
  })
await shop.search.refresh()

const panel = async (keywords: string, cookie = buyer.cookie) =>
  (await shop.ask('GET', `/api/goods/panel?keywords=${encodeURIComponent(keywords)}`, { cookie })).data

describe('建议里的商品', () => {
  it('前四种带价格和库存，一共几种、几个厂家，哪些分类和厂家有', async () => {
    const { goods, total, makers, categories, manufacturers } = await panel('布洛')
    expect(goods).toHaveLength(4)
    expect(goods[0]).toMatchObject({ name: '布洛芬缓释胶囊', price: '12.50', number: 40, is_buy: 1 })
    expect([total, makers]).toEqual([5, 2])
    expect(categories.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['解热镇痛', 3],
      ['感冒', 2],
    ])
    expect(manufacturers.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
      ['沁和制药', 3],
      ['望槐堂制药', 2],
    ])
  })

  it('访客看不到价格和库存', async () => {
    const [first] = (await panel('布洛', '')).goods
    expect(first).toMatchObject({ price: null, number: null, is_buy: 0 })
  })

  it('打错的字、没有的药，不列商品', async () => {
    for (const keywords of ['布洛分', '没有的药', '，']) expect(await panel(keywords), keywords).toMatchObject({ goods: [], total: 0 })
  })
})
