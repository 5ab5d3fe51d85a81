import { beforeEach, describe, expect, it } from 'vitest'
import { fillCart } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hearStatements } from '../../../../test/statements-heard.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let texts: string[] = []

const shop = await testShop({ now: NOW })
const { db } = shop.database
hearStatements(shop.database.pool, (text) => texts.push(text))
beforeEach(async () => {
  buyer = await makeCompany(db)
})

const ask = (method: 'GET' | 'POST', path: string, body?: object) => shop.ask(method, path, { cookie: buyer.cookie, ...(body && { body }) })
/** The terms are read once for each pricing of a cart. */
const pricings = () =>
  texts.filter((text) => /json_agg|json_object_agg/.test(text) && /from setting/.test(text) && /from address/.test(text)).length

async function lines(): Promise<number[]> {
  const wish = async () => ({ goods_id: await makeGoods(db), number: 1 })
  await fillCart(shop, buyer, [await wish(), await wish(), await wish()])
  const { data } = await ask('GET', '/api/cart/list')
  return data.list.map((line: { id: number }) => line.id)
}

describe('改动购物车只计价一次', () => {
  it.each([
    ['改数量', (ids: number[]) => [`/api/cart/${ids[0]}/edit`, { number: 3 }] as const],
    ['勾选', (ids: number[]) => ['/api/cart/batch_select', { ids: ids.slice(0, 1), is_selected: 0 }] as const],
    ['删除', (ids: number[]) => ['/api/cart/batch_delete', { ids: ids.slice(0, 1) }] as const],
  ])('%s：回答里就是改动后的整个购物车，与另读一次的相同；不要的不带', async (_name, changeOf) => {
    const [path, body] = changeOf(await lines())
    texts = []
    const { data } = await ask('POST', `${path}?list=1`, body)
    const [once, statements] = [pricings(), texts.length]
    const read = (await ask('GET', '/api/cart/list')).data
    const [both, all] = [pricings(), texts.length]
    expect({ once, both }).toEqual({ once: 1, both: 2 })
    expect(data.cart).toEqual(read)
    expect(data.total).toEqual(read.total)
    // Before, a change was followed by reading the list. What is remembered may have to be read anew just now, in either.
    expect(all - statements).toBeGreaterThanOrEqual(5)
    expect((await ask('POST', path, body)).data.cart).toBeUndefined()
  })

  it('选好的优惠券和赠品一并带上：回答的是按这个选择计价的购物车', async () => {
    const ids = await lines()
    const { data } = await ask('POST', `/api/cart/${ids[0]}/edit?list=1&coupons=0&zps=0`, { number: 2 })
    expect(data.cart).toEqual((await ask('GET', '/api/cart/list?coupons=0&zps=0')).data)
  })
})
