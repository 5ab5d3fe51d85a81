import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Buyer,
  fenOf,
  makeAvailability,
  makeCategory,
  makeCompany,
  makeGoods,
  makeManufacturer,
  makeOffer,
  makeStock,
  makeWarehouse,
} from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)
const clinic = await makeCompany(db, { type: '诊所' })
beforeEach(async () => {
  await db.updateTable('promotion').set({ is_open: false }).execute()
})

const get = async (url: string, who: Buyer | null = buyer) => {
  const answer = await shop.ask('GET', url, who === null ? {} : { cookie: who.cookie })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const idsOf = (list: { id: number }[]) => list.map((one) => one.id).sort((a, b) => a - b)
const goodsOf = async (id: number, who: Buyer | null = buyer) => {
  await shop.search.refresh()
  const data = await get(`/api/goods/activities?id=${id}`, who)
  expect(data.total).toBe(data.list.length)
  return idsOf(data.list)
}
const tagsOf = async (goods: number, who: Buyer | null = buyer) => (await get(`/api/goods/detail/${goods}`, who)).tags as string[]

describe('活动与参加活动的商品', () => {
  it('范围按商品、分类及其下级、厂家、专区取并集，排除的不算', async () => {
    const root = await makeCategory(db, '西药')
    const leaf = await makeCategory(db, '感冒用药', { parent_id: await makeCategory(db, '呼吸系统', { parent_id: root }) })
    const maker = await makeManufacturer(db, '范围制药有限公司')
    const inCategory = await makeGoods(db, { categories: [leaf] })
    const ofMaker = await makeGoods(db, { manufacturer: '范围制药有限公司' })
    const herb = await makeGoods(db, { kind: 'herb' })
    const named = await makeGoods(db)
    const excluded = await makeGoods(db, { categories: [leaf] })
    const welfare = await makeGoods(db)
    await addRow(db, 'goods_offer', { goods_id: welfare, kind: 'welfare', percent: 94, price: null })
    await makeGoods(db)
    const scope = { goods: [named], categories: [root], manufacturers: [maker], zones: ['herb', 'welfare'], except: [excluded] }
    const { id } = await makePromotion(db, 'full_reduction', { scope })
    expect(await goodsOf(id)).toEqual(idsOf([inCategory, ofMaker, herb, named, welfare].map((one) => ({ id: one }))))
    for (const goods of [inCategory, ofMaker, herb, named, welfare]) expect(await tagsOf(goods), `${goods}`).toContain('满')
    expect(await tagsOf(excluded)).not.toContain('满')
  })

  it('控销商品只对获得授权的企业出现在活动里，访客、别家、活动列表与赠送范围都看不到', async () => {
    const rule = await makeAvailability(db, [{ company_type: '诊所' }], true)
    const controlled = await makeGoods(db, { availability_id: rule })
    const open = await makeGoods(db)
    const shelved = await makeGoods(db, { on_shelf: false })
    const { id } = await makePromotion(db, 'full_reduction', { scope: { goods: [controlled, open, shelved] } })
    const zone = await makePromotion(db, 'full_reduction', { scope: { zones: ['controlled'] } })
    expect(await goodsOf(id, clinic)).toEqual([controlled, open])
    expect(await goodsOf(id)).toEqual([open])
    expect(await goodsOf(id, null)).toEqual([open])
    expect(await goodsOf(zone.id)).toEqual([])
    expect(await goodsOf(zone.id, clinic)).toEqual([controlled])
    expect((await get(`/api/goods/activities?goods_id=${controlled}`)).activities).toEqual([])
    expect(idsOf((await get(`/api/goods/activities?goods_id=${controlled}`, clinic)).activities)).toEqual([id, zone.id])
    expect((await get(`/api/goods/detail/${controlled}`)).promotions).toEqual([])
  })

  it('对象不含本企业的活动不存在：列表、单个、卡片标签、详情都没有；访客只见人人可参加的', async () => {
    const goods = await makeGoods(db)
    const scope = { goods: [goods] }
    const { id } = await makePromotion(db, 'gift', { scope, audience: { types: ['诊所'], ranks: [''] }, tiers: [{ from: 10 }] })
    const all = await makePromotion(db, 'exchange', { scope, tiers: [{ from: '10.00' }] })
    expect(idsOf((await get('/api/goods/activities')).activities)).toEqual([all.id])
    expect(idsOf((await get('/api/goods/activities', clinic)).activities)).toEqual([id, all.id])
    expect(idsOf((await get('/api/goods/activities', null)).activities)).toEqual([all.id])
    expect(await get(`/api/goods/activities?id=${id}`)).toMatchObject({ activity: null, list: [], total: 0 })
    expect((await get(`/api/goods/activities?id=${id}`, clinic)).activity).toMatchObject({ kind: 'gift', tag: '赠', state: 'open' })
    expect(await tagsOf(goods)).toEqual(['换购'])
    expect(await tagsOf(goods, clinic)).toEqual(['换购', '赠'])
    expect(idsOf((await get(`/api/goods/detail/${goods}`, clinic)).promotions)).toEqual([id, all.id])
  })

  it('档位说成人话；换购不对外说价格，赠完的不再列出', async () => {
    const gift = await makeGoods(db, { name: '棉签', unit: '包', drug_class: 'none', stock: 3 })
    const gone = await makeGoods(db, { name: '口罩', drug_class: 'none', stock: 0 })
    const tierTexts = async (id: number) =>
      (await get(`/api/goods/activities?id=${id}`, null)).activity.tiers.map((tier: { text: string }) => tier.text)
    const reduction = await makePromotion(db, 'full_reduction', {
      tiers: [
        { from: '500.00', amount: '30.00' },
        { from: '1000.00', percent: 92, cap: '100.00' },
      ],
    })
    expect(await tierTexts(reduction.id)).toEqual(['满 ¥500.00 减 ¥30.00', '满 ¥1000.00 打 92 折，最多减 ¥100.00'])
    const single = await makePromotion(db, 'goods_full_reduction', {
      tiers: [{ measure: 'number', from: 10, amount: '5.00', repeat: true }],
    })
    expect(await tierTexts(single.id)).toEqual(['单品每满 10 件 减 ¥5.00'])
    const gifts = await makePromotion(db, 'gift', { tiers: [{ from: '100.00', gifts: [{ goods: gift, number: 2 }, { goods: gone }] }] })
    expect((await get(`/api/goods/activities?id=${gifts.id}`, null)).activity.tiers).toMatchObject([
      { text: '满 ¥100.00 赠 棉签 2 包', gifts: [{ name: '棉签', unit: '包', number: 2, image: `/img/package/${gift}.svg` }] },
    ])
    const exchange = await makePromotion(db, 'exchange', { tiers: [{ from: '200.00', exchanges: [{ goods: gift, price: '0.50' }] }] })
    expect(await tierTexts(exchange.id)).toEqual(['满 ¥200.00 可换购 棉签'])
    const back = await makePromotion(db, 'cashback', { tiers: [{ from: '1000.00', amount: '20.00' }] })
    expect(await tierTexts(back.id)).toEqual(['满 ¥1000.00 返 ¥20.00'])
  })

  it('未开始的活动先看得到，结束的说结束且没有商品，停掉的不存在', async () => {
    const goods = await makeGoods(db)
    const scope = { goods: [goods] }
    const coming = await makePromotion(db, 'full_reduction', { scope, starts_at: hours(1), ends_at: hours(3) })
    expect(await goodsOf(coming.id)).toEqual([goods])
    expect((await get(`/api/goods/activities?id=${coming.id}`)).activity.state).toBe('coming')
    expect(await tagsOf(goods)).not.toContain('满')
    shop.clock.now = hours(2)
    expect(await tagsOf(goods)).toContain('满')
    shop.clock.now = hours(3)
    expect(await get(`/api/goods/activities?id=${coming.id}`)).toMatchObject({ activity: { state: 'ended' }, list: [], activities: [] })
    expect(await tagsOf(goods)).not.toContain('满')
    shop.clock.now = NOW
    await db.updateTable('promotion').set({ is_open: false }).execute()
    expect((await get(`/api/goods/activities?id=${coming.id}`)).activity).toBeNull()
  })

  it('分页、关键词、按种类与编号筛选', async () => {
    const goods: number[] = []
    for (let index = 0; index < 5; index++) goods.push(await makeGoods(db, { name: `分页颗粒${index}`, manufacturer: '分页药业' }))
    const scope = { manufacturers: [await makeManufacturer(db, '分页药业')] }
    const { id } = await makePromotion(db, 'full_reduction', { scope })
    const back = await makePromotion(db, 'cashback')
    await shop.search.refresh()
    const first = await get(`/api/goods/activities?id=${id}&per_page=3`)
    const second = await get(`/api/goods/activities?id=${id}&per_page=3&page=2`)
    expect([first.total, first.list.length, second.list.length]).toEqual([5, 3, 2])
    expect(idsOf([...first.list, ...second.list])).toEqual(goods)
    expect(idsOf((await get(`/api/goods/activities?id=${id}&keywords=${encodeURIComponent('分页颗粒3')}`)).list)).toEqual([goods[3]])
    expect(idsOf((await get('/api/goods/activities?kind=cashback')).activities)).toEqual([back.id])
    expect(idsOf((await get(`/api/goods/activities?ids=${id},999`)).activities)).toEqual([id])
    expect((await get('/api/activity/cashback', null)).activities).toMatchObject([{ id: back.id, tag: '返' }])
  })
})

describe('卡片标签', () => {
  it('不参加满减的秒杀开着时不标活动，秒杀一结束标签就回来；静态标注不算数', async () => {
    const goods = await makeGoods(db, { tags: ['满', '赠', '新'] })
    expect(await tagsOf(goods)).toEqual(['新'])
    await makePromotion(db, 'full_reduction', { scope: { goods: [goods] } })
    expect(await tagsOf(goods)).toEqual(['满', '新'])
    await makeOffer(db, goods, { kind: 'flash', full_reduction_ok: false, ends_at: hours(1) })
    expect(await tagsOf(goods)).toEqual(['秒', '新'])
    shop.clock.now = hours(1)
    expect(await tagsOf(goods)).toEqual(['满', '新'])
    shop.clock.now = NOW
  })

  it('商品列表可按“满”筛选，与标签同一口径；全场活动不缩小列表', async () => {
    const maker = '标签药业'
    const [one, two] = [await makeGoods(db, { manufacturer: maker }), await makeGoods(db, { manufacturer: maker, tags: ['满'] })]
    const manufacturer = await makeManufacturer(db, maker)
    await makePromotion(db, 'full_reduction', { scope: { goods: [one] } })
    await shop.search.refresh()
    const list = async (tag: string) =>
      idsOf((await get(`/api/goods/list?manufacturer=${manufacturer}&tags=${encodeURIComponent(tag)}`)).list)
    expect(await list('满')).toEqual([one])
    expect(await list('赠')).toEqual([])
    await makePromotion(db, 'full_reduction')
    expect(await list('满')).toEqual([one, two])
  })

  it('分类改了，范围与标签跟着改', async () => {
    const category = await makeCategory(db, '会变的分类')
    const goods = await makeGoods(db)
    await makePromotion(db, 'full_reduction', { scope: { categories: [category] } })
    expect(await tagsOf(goods)).toEqual([])
    await addRow(db, 'goods_category', { goods_id: goods, category_id: category })
    expect(await tagsOf(goods)).toEqual(['满'])
  })
})

describe('福利 94 折', () => {
  it('在本企业的价上再打折，阶梯也打；有别的活动价时让位；访客看不到折后价', async () => {
    const goods = await makeGoods(db, { price: '10.00', ladder: [{ number: 10, price: '8.00' }] })
    await addRow(db, 'goods_offer', { goods_id: goods, kind: 'welfare', percent: 94, price: null })
    await addRow(db, 'goods_company_price', { company_id: buyer.companyId, goods_id: goods, price: fenOf('9.55') })
    const mine = await get(`/api/goods/detail/${goods}`)
    expect(mine).toMatchObject({
      price: '8.97',
      raw_price: '9.55',
      price_source: 'welfare',
      offer: { kind: 'welfare', price: '8.97' },
      ladder_price: [{ number: 10, price: '7.52' }],
    })
    expect(mine.price_tiers).toMatchObject([
      { from: 1, price: '8.97' },
      { from: 10, price: '7.52' },
    ])
    expect((await get(`/api/goods/detail/${goods}`, null)).offer).toMatchObject({ kind: 'welfare', price: null })
    const daily = await makeOffer(db, goods, { kind: 'daily', price: '9.50' })
    expect(await get(`/api/goods/detail/${goods}`)).toMatchObject({ price: '9.50', price_source: 'daily', goods_price_id: daily })
  })
})

describe('详情里的券与组合', () => {
  it('列出范围含此商品、对本企业的券；商品列表可按券筛选', async () => {
    await db.updateTable('coupon_template').set({ is_public: false }).execute()
    const [goods, other, third] = [await makeGoods(db), await makeGoods(db), await makeGoods(db)]
    const coupon = await makeTemplate(db, { scope: { goods: [goods, other] }, threshold: '100.00' })
    await makeTemplate(db, { scope: { goods: [third] } })
    await makeTemplate(db, { scope: { goods: [goods] }, audience: { types: ['诊所'] } })
    const { coupons } = await get(`/api/goods/detail/${goods}`)
    expect(coupons).toMatchObject([{ id: coupon, scope_text: '限指定的 2 种商品', url: `/list?coupon=${coupon}`, state: 'open' }])
    await shop.search.refresh()
    expect(idsOf((await get(`/api/goods/list?coupon=${coupon}`)).list)).toEqual([goods, other])
    expect((await get('/api/goods/list?coupon=999999')).total).toBe(0)
    expect((await get(`/api/coupon/centre?goods_id=${third}`)).list).toHaveLength(1)
  })

  it('秒杀价不参与的活动与券，商品页不列，并说明；秒杀一过又列出；购物车同此口径', async () => {
    const goods = await makeGoods(db, { price: '20.00' })
    const { id } = await makePromotion(db, 'full_reduction', { scope: { goods: [goods] }, tiers: [{ from: '50.00', amount: '5.00' }] })
    const coupon = await makeTemplate(db, { scope: { goods: [goods] } })
    const flash = {
      kind: 'flash',
      price: '15.00',
      ends_at: hours(1),
      full_reduction_ok: false,
      coupon_ok: false,
      limit_per_buyer: 10,
    } as const
    await makeOffer(db, goods, flash)
    const detail = async () => {
      const { promotions, coupons, offer_note } = await get(`/api/goods/detail/${goods}`)
      return { promotions: idsOf(promotions), coupons: idsOf(coupons).filter((one) => one === coupon), offer_note }
    }
    const reductionOf = async (number: number) => {
      const fresh = await makeCompany(db)
      await shop.ask('POST', '/api/cart', { cookie: fresh.cookie, body: { list: [{ goods_id: goods, number }] } })
      return (await get('/api/cart/list', fresh)).list[0].reduction
    }
    expect(await detail()).toEqual({
      promotions: [],
      coupons: [],
      offer_note: '秒杀价不参与满减、换购、赠品等活动，也不用优惠券',
    })
    expect(await reductionOf(10)).toBe('0.00')
    shop.clock.now = hours(1)
    expect(await detail()).toEqual({ promotions: [id], coupons: [coupon], offer_note: '' })
    expect(await reductionOf(10)).toBe('5.00')
    shop.clock.now = NOW
  })

  it('组合：价格是各件之和，比单买省多少；一件看不到就整个看不到；含麻的不出现；限购与额度算进可买数', async () => {
    const [one, two] = [await makeGoods(db, { price: '10.00', stock: 50 }), await makeGoods(db, { price: '20.00', stock: 9 })]
    const hidden = await makeGoods(db, { availability_id: await makeAvailability(db, [{ company_type: '诊所' }], true) })
    const ephedrine = await makeGoods(db, { is_ephedrine: true })
    const items = [
      { goods: one, number: 2, price: '9.00' },
      { goods: two, number: 1, price: '18.00' },
    ]
    const bundle = await makeBundle(db, { name: '家庭常备', items, quota: 8, limit_per_buyer: 3 })
    const secret = await makeBundle(db, { items: [...items, { goods: hidden, price: '1.00' }] })
    await makeBundle(db, { items: [...items, { goods: ephedrine, price: '1.00' }] })
    await makeBundle(db, { items, starts_at: hours(1) })
    const far = await makeBundle(db, { items, warehouseId: await makeWarehouse(db, { code: 'CK9', name: '无货仓' }) })
    await shop.search.refresh()
    const list = async (who: Buyer | null) => (await get(`/api/bundle/list?goods_id=${one}`, who)).list
    expect(await list(buyer)).toMatchObject([
      {
        id: bundle,
        price: '36.00',
        raw_price: '40.00',
        saving: '4.00',
        max: 3,
        left: 8,
        can_buy: 1,
        reason: '',
        items: [
          { number: 2, price: '9.00', goods: { id: one } },
          { number: 1, price: '18.00' },
        ],
      },
      { id: far, max: 0, can_buy: 0, reason: '组合内商品库存不足' },
    ])
    expect(idsOf(await list(clinic))).toEqual([bundle, secret, far])
    const [seen] = await list(null)
    expect(seen).toMatchObject({
      price: null,
      raw_price: null,
      saving: null,
      max: null,
      left: null,
      can_buy: 0,
      items: [{ price: null }, {}],
    })
    expect((await get(`/api/goods/detail/${one}`)).bundles).toEqual([
      { id: bundle, name: '家庭常备', saving: '4.00' },
      { id: far, name: '测试组合', saving: '4.00' },
    ])
    await makeStock(db, two, [])
    await changeRow(db, 'bundle', bundle, { taken: 8 })
    expect(await list(buyer)).toMatchObject([{ can_buy: 0, reason: '该组合已售完' }, {}])
  })

  it('比单买还贵的组合不推荐：单买降价期间从组合专区和详情里消失，总数随之，降价结束后回来', async () => {
    const [one, two] = [await makeGoods(db, { price: '10.00' }), await makeGoods(db, { price: '20.00' })]
    const items = [
      { goods: one, number: 2, price: '9.00' },
      { goods: two, number: 1, price: '18.00' },
    ]
    const [first, second] = [await makeBundle(db, { items }), await makeBundle(db, { items: [{ goods: one, number: 3, price: '7.00' }] })]
    await makeOffer(db, one, { kind: 'flash', price: '7.00', ends_at: hours(1) })
    await shop.search.refresh()
    const page = async (who: Buyer | null = buyer) => {
      const { list, total } = await get(`/api/bundle/list?goods_id=${one}&per_page=1`, who)
      return { ids: idsOf(list), total }
    }
    const inDetail = async () => idsOf((await get(`/api/goods/detail/${one}`)).bundles)
    // 36.00 against 34.00 one by one; the second one costs as much as its parts.
    expect(await page()).toEqual({ ids: [second], total: 1 })
    expect(await inDetail()).toEqual([second])
    expect(await page(null)).toEqual({ ids: [first], total: 2 })
    shop.clock.now = hours(1)
    expect(await page()).toEqual({ ids: [first], total: 2 })
    expect(await inDetail()).toEqual(idsOf([{ id: first }, { id: second }]))
    shop.clock.now = NOW
  })
})
