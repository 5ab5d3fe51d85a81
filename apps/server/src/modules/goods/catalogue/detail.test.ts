import { describe, expect, it } from 'vitest'
import { type Buyer, makeAvailability, makeCategory, makeCompany, makeGoods, makeOffer, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { hearStatements } from '../../../../test/statements-heard.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
let buyer: Buyer
let rx: number

const detail = (id: number, cookie = buyer.cookie, query = '') => shop.ask('GET', `/api/goods/detail/${id}${query}`, { cookie })

const shop = await testShop({
  now: NOW,
  async seed({ db }) {
    buyer = await makeCompany(db)
    const top = await makeCategory(db, '西药')
    const branch = await makeCategory(db, '抗感染', { parent_id: top })
    rx = await makeGoods(db, {
      name: '阿莫西林胶囊',
      generic_name: '阿莫西林胶囊',
      drug_class: 'rx',
      price: '12.34',
      retail: '20.00',
      stock: 0,
      categories: [branch],
      ladder: [
        { number: 10, price: '11.50' },
        { number: 50, price: '11.00' },
      ],
      instructions: JSON.stringify([{ title: '用法用量', text: '口服，一次0.5g。' }]),
    })
    await makeStock(db, rx, [
      { available: 30, expiry: '2028-06-30', batchNo: 'LATE' },
      { available: 20, expiry: '2027-03-31', batchNo: 'SOON' },
      { available: 10, expiry: '2026-11-20', batchNo: 'GONE' },
    ])
    await makeGoods(db, { name: '阿莫西林胶囊', generic_name: '阿莫西林胶囊', manufacturer: '另一制药厂', categories: [branch] })
  },
})

let heard: string[] = []
hearStatements(shop.database.pool, (text) => heard.push(text))

describe('商品详情', () => {
  it('没有活动、套餐和可领的券时，资料与货况一问、价格与库存一问，此外什么也不问', async () => {
    await detail(rx)
    heard = []
    expect((await detail(rx)).data.batches).toHaveLength(2)
    const isOfThePage = (text: string) => text.includes('from goods g where g.id = $1')
    expect(heard.filter(isOfThePage)).toHaveLength(1)
    expect(heard.filter((text) => !isOfThePage(text) && /from (coupon_template|bundle|promotion_gift)/.test(text))).toEqual([])
  })

  it('批次按先到期先出排列，过期的不出现', async () => {
    const { data } = await detail(rx)
    expect(data.batches.map((batch: { batch_no: string }) => batch.batch_no)).toEqual(['SOON', 'LATE'])
    expect(data.category_path.map((one: { name: string }) => one.name)).toEqual(['西药', '抗感染'])
  })

  it('阶梯价连同起订价给出每档单价和零售毛利率', async () => {
    const { data } = await detail(rx)
    expect(data.price_tiers).toEqual([
      { text: '1盒起', from: 1, price: '12.34', margin: '38.3%' },
      { text: '10盒起', from: 10, price: '11.50', margin: '42.5%' },
      { text: '50盒起', from: 50, price: '11.00', margin: '45.0%' },
    ])
  })

  it('“以内”的阶梯从一盒排到封顶之后的平常价', async () => {
    const goods = await makeGoods(shop.database.db, {
      price: '9.00',
      ladder_type: 1,
      ladder: [
        { number: 5, price: '8.00' },
        { number: 20, price: '8.50' },
      ],
    })
    expect(
      (await detail(goods)).data.price_tiers.map((tier: { text: string; from: number; price: string }) => [
        tier.text,
        tier.from,
        tier.price,
      ]),
    ).toEqual([
      ['5盒以内', 1, '8.00'],
      ['20盒以内', 6, '8.50'],
      ['21盒起', 21, '9.00'],
    ])
  })

  it('处方药的说明书、批次只给通过审核的企业', async () => {
    const member = await detail(rx)
    expect(member.data.instructions).toHaveLength(1)
    const pending = await makeCompany(shop.database.db, { review_state: 1 })
    for (const cookie of ['', pending.cookie]) {
      const { data, text } = await detail(rx, cookie)
      expect(data).toMatchObject({
        name: '阿莫西林胶囊',
        drug_class: 'rx',
        instructions: [],
        batches: [],
        warehouses: [],
        price_tiers: [],
        bought: [],
        price: null,
      })
      for (const secret of ['12.34', '11.50', '11.00', '20.00', 'SOON', '口服', '2027-03-31']) expect(text).not.toContain(secret)
    }
  })

  it('买过的记录只有本企业的', async () => {
    const { db } = shop.database
    await makeOrder(db, await makeCompany(db), [{ goodsId: rx, number: 77 }])
    await makeOrder(db, buyer, [{ goodsId: rx, number: 3, price: '12.00' }])
    await makeOrder(db, buyer, [{ goodsId: rx, number: 5 }], { status: 'cancelled' })
    expect((await detail(rx)).data.bought).toMatchObject([{ number: 3, price: '12.00' }])
  })

  it('同名的其他厂家排在相似商品里，不含自己', async () => {
    const { data } = await detail(rx)
    expect(data.similar[0]).toMatchObject({ name: '阿莫西林胶囊', sccj: '另一制药厂' })
    expect(data.similar.map((card: { id: number }) => card.id)).not.toContain(rx)
  })

  it('能不能买逐项说明，已下架的商品带原因展示，没有的商品为 404', async () => {
    const expired = await makeCompany(shop.database.db, { papers: [{ name: '药品经营许可证', expires_on: '2026-11-20' }] })
    const { data } = await detail(rx, expired.cookie)
    expect(data.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([
      { ok: false, text: '您的药品经营许可证已于 2026-11-20 到期，更新后可购买' },
    ])
    expect(data.checks).toContainEqual({ ok: true, text: '经营范围含“化学药”' })
    const off = await makeGoods(shop.database.db, { on_shelf: false })
    expect((await detail(off)).data).toMatchObject({ is_buy: 0, reasons: [{ code: 'OFF_SHELF' }] })
    expect((await detail(99_999_999)).status).toBe(404)
  })

  it('未授权的控销商品可由链接打开，但没有价格、批次和活动价', async () => {
    const { db } = shop.database
    const goods = await makeGoods(db, { price: '77.77', availability_id: await makeAvailability(db, [{ company_type: '医院' }], true) })
    await makeOffer(db, goods, { price: '66.66' })
    const { data, text } = await detail(goods)
    expect(data).toMatchObject({ price: null, batches: [], reasons: [{ code: 'NOT_AUTHORISED' }], offers: [{ price: null }] })
    for (const secret of ['77.77', '66.66']) expect(text).not.toContain(secret)
  })

  it('指名近效期活动时按那个批次给价', async () => {
    const { db } = shop.database
    const goods = await makeGoods(db, { price: '10.00' })
    const [batch] = await makeStock(db, goods, [{ available: 6, expiry: '2026-12-31' }])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', price: '2.00', stock_batch_id: batch ?? null })
    expect((await detail(goods, buyer.cookie, `?goods_price_id=${offer}`)).data).toMatchObject({ price: '2.00', number: 6, near_expiry: 1 })
    expect((await detail(goods)).data).toMatchObject({ price: '10.00', number: 100, offers: [{ goods_price_id: offer, price: '2.00' }] })
  })
})
