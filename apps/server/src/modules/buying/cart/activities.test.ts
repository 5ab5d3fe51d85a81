import { beforeEach, expect, it } from 'vitest'
import { fillCart } from '../../../../test/buying.ts'
import { type Buyer, makeAvailability, makeCompany, makeGoods, makeSession } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { holdCoupon, makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  // Each test has its own activities: those of the others are stopped.
  await db.updateTable('promotion').set({ is_open: false }).execute()
  buyer = await makeCompany(db)
})

const cart = async (query = '') => (await shop.ask('GET', `/api/cart/list${query}`, { cookie: buyer.cookie })).data
const post = (path: string, body: object = {}) => shop.ask('POST', path, { cookie: buyer.cookie, body })
const gift = (values: Parameters<typeof makeGoods>[1] = {}) => makeGoods(db, { drug_class: 'otc_b', ...values })

it('按活动分组：已达档的活动在前，含麻单独一组，一行只在一组', async () => {
  const [a, b, c] = [await makeGoods(db, { price: '60.00' }), await makeGoods(db, { price: '10.00' }), await makeGoods(db)]
  const hm = await makeGoods(db, { is_ephedrine: true })
  const far = await makePromotion(db, 'full_reduction', {
    name: '满千减百',
    scope: { goods: [b] },
    tiers: [{ from: '1000.00', amount: '100.00' }],
  })
  const near = await makePromotion(db, 'full_reduction', {
    name: '满百减十',
    scope: { goods: [a, hm] },
    tiers: [{ from: '100.00', amount: '10.00' }],
  })
  await fillCart(
    shop,
    buyer,
    [a, b, c, hm].map((goods_id) => ({ goods_id, number: 2 })),
  )
  const { groups, list, activities, total } = await cart()
  expect(groups.map((group: { key: string }) => group.key)).toEqual([`activity-${near.id}`, `activity-${far.id}`, 'ephedrine', 'others'])
  expect(groups[0]).toMatchObject({ tag: '满', name: '满百减十', activity_id: near.id })
  const placed = groups.flatMap((group: { line_ids: number[] }) => group.line_ids)
  expect(new Set(placed).size).toBe(list.length)
  expect(placed).toHaveLength(list.length)
  expect(activities[0]).toMatchObject({ id: near.id, fill_url: `/Hdzx/${near.id}`, tiers: [{ status: 1, missing: '' }] })
  expect(total).toMatchObject({ reduction_amount: '10.00' })
  const sum = total.rows.reduce((fen: number, row: { amount: string }) => fen + Math.round(Number(row.amount) * 100), 0)
  expect(sum).toBe(Math.round(Number(total.total) * 100))
})

it('不勾选的行留在它的活动组里，勾选前后不换组', async () => {
  const goods = await makeGoods(db, { price: '60.00' })
  const { id } = await makePromotion(db, 'full_reduction', { scope: { goods: [goods] } })
  const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }])
  await post('/api/cart/batch_select', { ids, is_selected: 0 })
  expect((await cart()).groups).toMatchObject([{ activity_id: id, line_ids: ids }])
})

it('每一行的优惠分摊相加等于合计，每一分钱都有说明', async () => {
  const [a, b] = [await makeGoods(db, { price: '33.33' }), await makeGoods(db, { price: '66.67' })]
  await makePromotion(db, 'full_reduction', { name: '满百减十', scope: { goods: [a, b] } })
  await fillCart(shop, buyer, [
    { goods_id: a, number: 1 },
    { goods_id: b, number: 1 },
  ])
  const { list, total } = await cart()
  expect(total.reduction_amount).toBe('10.00')
  const reductions = list.map((line: { reduction: string }) => Number(line.reduction))
  expect(reductions.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(10, 9)
  for (const line of list) expect(line.explanation.join()).toContain('满百减十')
})

it('可自选满减：不参加、指定一个、回到最省', async () => {
  const goods = await makeGoods(db, { price: '100.00' })
  const good = await makePromotion(db, 'full_reduction', {
    name: '减二十',
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', amount: '20.00' }],
  })
  const less = await makePromotion(db, 'full_reduction', {
    name: '减五元',
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', amount: '5.00' }],
  })
  const [id] = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
  expect((await cart()).list[0]).toMatchObject({ manjian_id: good.id, manjian_choice: null, reduction: '20.00' })
  const named = await post(`/api/cart/${id}/edit`, { manjian_id: less.id })
  expect(named.data.line).toMatchObject({ manjian_id: less.id, manjian_choice: less.id, reduction: '5.00', number: 1 })
  expect(named.data.line.manjians.map((one: { id: number }) => one.id).sort()).toEqual([good.id, less.id].sort())
  const none = await post(`/api/cart/${id}/edit`, { manjian_id: 0 })
  expect(none.data.line).toMatchObject({ manjian_id: 0, manjian_choice: 0, reduction: '0.00' })
  const best = await post(`/api/cart/${id}/edit`, { manjian_id: -1 })
  expect(best.data.line).toMatchObject({ manjian_id: good.id, manjian_choice: null })
})

it('优惠券自动选最省的；可改选，可都不用；别家的券不在其中', async () => {
  const goods = await makeGoods(db, { price: '100.00' })
  const small = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { name: '小券', amount: '5.00' }))
  const large = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { name: '大券', amount: '15.00', threshold: '50.00' }))
  const theirs = await holdCoupon(db, (await makeCompany(db)).companyId, await makeTemplate(db, { amount: '90.00' }))
  await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
  const best = await cart()
  expect(best.coupons.map((one: { id: number; selected: number }) => [one.id, one.selected])).toEqual([
    [small, 0],
    [large, 1],
  ])
  expect(best.coupons[1]).toMatchObject({ face: '¥15', threshold_text: '满 ¥50.00 可用', scope_text: '全场通用', usable: 1 })
  expect(best.total.reduction_amount).toBe('15.00')
  expect((await cart(`?coupons=${small}`)).total.reduction_amount).toBe('5.00')
  expect((await cart('?coupons=0')).total.reduction_amount).toBe('0.00')
  expect((await cart(`?coupons=${theirs}`)).total.reduction_amount).toBe('0.00')
})

it('赠品按档给出，可以不要；行上说明赠什么', async () => {
  const [goods, prize] = [await makeGoods(db, { price: '50.00' }), await gift({ name: '口罩' })]
  const activity = await makePromotion(db, 'gift', {
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', gifts: [{ goods: prize, number: 2 }] }],
  })
  await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }])
  const given = await cart()
  expect(given.activities[0].gifts).toMatchObject([{ id: activity.gifts[0], name: '口罩', number: 2, selected: 1, open: 1 }])
  expect(given.list[0].gift_data).toEqual({ total: 2, type: 1, text: '赠：口罩 2 盒' })
  const declined = await cart('?zps=0')
  expect(declined.activities[0].gifts).toMatchObject([{ selected: 0 }])
})

it('买走的不能再送：同一商品又买又赠时，赠品只算买剩的库存', async () => {
  const prize = await gift({ name: '创可贴', price: '60.00', stock: 3 })
  await makePromotion(db, 'gift', { scope: { goods: [prize] }, tiers: [{ from: '100.00', gifts: [{ goods: prize }] }] })
  const [id] = await fillCart(shop, buyer, [{ goods_id: prize, number: 2 }])
  expect((await cart()).activities[0].gifts).toMatchObject([{ selected: 1 }])
  await post(`/api/cart/${id}/edit`, { number: 3 })
  expect((await cart()).activities[0].gifts).toMatchObject([{ selected: 0, open: 0 }])
})

it('换购：未达条件加不进来并说还差多少；达到后可买，跌回去就取消勾选并说明', async () => {
  const [goods, extra] = [await makeGoods(db, { price: '50.00' }), await makeGoods(db, { price: '30.00', mid_pack: 10, splittable: false })]
  const { exchanges } = await makePromotion(db, 'exchange', {
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', exchanges: [{ goods: extra, price: '1.00', limit: 2 }] }],
  })
  const offer = exchanges[0] ?? 0
  const [id] = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
  const wish = { list: [{ goods_id: extra, number: 1, type: 4, goods_price_id: offer }] }
  const locked = await post('/api/cart', wish)
  expect(locked.status).toBe(409)
  expect(locked.data.lines[0].reasons).toEqual([{ code: 'EXCHANGE_LOCKED', message: '还差 ¥50.00', action: null }])
  await post(`/api/cart/${id}/edit`, { number: 2 })
  const offers = await post('/api/cart/sphg_ladder_price_list')
  expect(offers.data.list[0].exchanges).toMatchObject([{ id: offer, price: '1.00', raw_price: '30.00', open: 1, limit: 2 }])
  const added = await post('/api/cart', { list: [{ goods_id: extra, number: 5, type: 4, goods_price_id: offer }] })
  expect(added.data.lines[0]).toMatchObject({ number: 2, corrections: [{ reason: 'LIMIT' }] })
  const line = (await cart()).list.find((one: { exchange_id: number }) => one.exchange_id === offer)
  expect(line).toMatchObject({ type: 4, price: '1.00', amount: '2.00', is_selected: 1, can_buy: 1, goods_price_id: offer })
  await post(`/api/cart/${id}/edit`, { number: 1 })
  const after = (await cart()).list.find((one: { exchange_id: number }) => one.exchange_id === offer)
  expect(after).toMatchObject({ is_selected: 0, can_buy: 0, reasons: [{ code: 'EXCHANGE_LOCKED', message: '还差 ¥50.00' }] })
  expect((await cart()).total.goods_amount).toBe('50.00')
})

it('组合作为一行：价格是各品之和，库存按套数，限购按家，少一品就说明', async () => {
  const [a, b] = [await makeGoods(db, { price: '10.00', stock: 19, name: '甲片' }), await makeGoods(db, { price: '20.00', name: '乙胶囊' })]
  const bundle = await makeBundle(db, {
    name: '感冒组合',
    limit_per_buyer: 4,
    items: [
      { goods: a, number: 2, price: '8.00' },
      { goods: b, number: 1, price: '15.00' },
    ],
  })
  const wish = (number: number) => ({ list: [{ goods_id: a, number, type: 3, goods_price_id: bundle }] })
  const added = await post('/api/cart', wish(3))
  expect(added.data.lines[0]).toMatchObject({ number: 3 })
  const { list, total } = await cart()
  expect(list[0]).toMatchObject({
    type: 3,
    price: '31.00',
    raw_price: '40.00',
    amount: '93.00',
    max: 4,
    combination: {
      id: bundle,
      name: '感冒组合',
      goods: [
        { number: 2, price: '8.00', goods: { id: a } },
        { number: 1, price: '15.00', goods: { id: b } },
      ],
    },
  })
  expect(total.goods_amount).toBe('93.00')
  const more = await post('/api/cart', wish(5))
  expect(more.data.lines[0]).toMatchObject({ number: 4, corrections: [{ reason: 'LIMIT' }] })
  await db.updateTable('goods').set({ on_shelf: false }).where('id', '=', b).execute()
  expect((await cart()).list[0]).toMatchObject({ can_buy: 0, is_selected: 0, reasons: [{ code: 'OFF_SHELF' }] })
})

it('组合与普通行共用同一库存，组合先到的只剩余数', async () => {
  const [a, b] = [await makeGoods(db, { stock: 10 }), await makeGoods(db)]
  const bundle = await makeBundle(db, {
    items: [
      { goods: a, number: 3, price: '8.00' },
      { goods: b, price: '1.00' },
    ],
  })
  await fillCart(shop, buyer, [{ goods_id: a, number: 3, type: 3, goods_price_id: bundle }])
  await fillCart(shop, buyer, [{ goods_id: a, number: 5 }])
  const { list } = await cart()
  // The line added last is judged first: five units leave room for one bundle.
  expect(list.find((line: { type: number }) => line.type === 3)).toMatchObject({ max: 1, can_buy: 0, reasons: [{ code: 'NO_STOCK' }] })
})

it('复制到门店：组合里有一品门店不能买，整个组合不复制并说是哪一品', async () => {
  const group = await db.insertInto('store_group').values({ name: '连锁' }).returning('id').executeTakeFirstOrThrow()
  const other = await makeCompany(db, { store_group_id: group.id, province: '湖南省' })
  await db.insertInto('account_company').values({ account_id: buyer.accountId, company_id: other.companyId }).execute()
  const limited = await makeAvailability(db, [{ province: '湖北省' }])
  const [a, b] = [await makeGoods(db), await makeGoods(db, { name: '限区域丸', availability_id: limited })]
  const bundle = await makeBundle(db, {
    items: [
      { goods: a, price: '5.00' },
      { goods: b, price: '5.00' },
    ],
  })
  const ids = await fillCart(shop, buyer, [
    { goods_id: a, number: 1, type: 3, goods_price_id: bundle },
    { goods_id: a, number: 2 },
  ])
  const copied = await post('/api/cart/copy', { ids, other_user_ids: [other.companyId] })
  expect(copied.data.stores[0]).toMatchObject({ copied: 1, refused: [{ name: '测试组合', message: expect.stringContaining('限区域丸') }] })
  const there = await shop.ask('GET', '/api/cart/list', { cookie: await makeSession(db, buyer.accountId, other.companyId) })
  expect(there.data.list).toHaveLength(1)
})

it('凑单提示说还差多少、能省多少，并给出可凑的商品', async () => {
  const [goods, filler] = [await makeGoods(db, { price: '80.00' }), await makeGoods(db, { price: '20.00' })]
  const { id } = await makePromotion(db, 'full_reduction', {
    scope: { goods: [goods, filler] },
    tiers: [{ from: '100.00', amount: '10.00' }],
  })
  await shop.search.refresh()
  await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
  const { data } = await post('/api/cart/next_hint')
  const hint = data.activities.find((one: { kind: string }) => one.kind === 'full_reduction')
  expect(hint).toMatchObject({ id, missing: '20.00', gain: '10.00', fill_url: `/Hdzx/${id}`, goods: [{ id: filler }] })
})

it('返现与积分先算给人看', async () => {
  const goods = await makeGoods(db, { price: '250.50' })
  await makePromotion(db, 'cashback', { tiers: [{ from: '200.00', amount: '8.00' }] })
  await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
  expect((await cart()).total).toMatchObject({ cashback: '8.00', points: 250 })
})
