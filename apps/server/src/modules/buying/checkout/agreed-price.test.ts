import { beforeEach, describe, expect, it } from 'vitest'
import { voucherGranted } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import { type Asked, balanceOf, expectLedgerTrue, fillCart, makeAddress, openSheet, stockOf, submit } from '../../../../test/buying.ts'
import { type Buyer, fenOf, makeCompany, makeGoods, makeOffer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { holdCoupon, makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { changeRow, keepSetting } from '../../../../test/rows.ts'
import { paymentEffects } from '../../money/payments/public.ts'
import { post } from '../../money/wallet/public.ts'
import { orderByStaff } from '../orders/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number
const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  await db.updateTable('promotion').set({ is_open: false }).execute()
  await db.deleteFrom('setting').where('key', '=', 'shipping').execute()
  buyer = await makeCompany(db, { balance: '1000.00' })
  address = await makeAddress(db, buyer.companyId)
})

// biome-ignore lint/suspicious/noExplicitAny: answers of calls
type Sheet = any
const inForce = (sheet: Sheet): Asked => ({
  zps: sheet.zps.length > 0 ? sheet.zps : [0],
  coupons: sheet.coupon_ids.length > 0 ? sheet.coupon_ids : [0],
})
const giftGoods = (name: string, stock = 100) => makeGoods(db, { drug_class: 'otc_b', name, stock, price: '5.00' })
const ordersOf = () => db.selectFrom('orders').where('company_id', '=', buyer.companyId).selectAll().orderBy('id').execute()
const linesOf = (orderId: number) => db.selectFrom('order_line').where('order_id', '=', orderId).selectAll().orderBy('id').execute()
const fillWith = async (goods: number, number: number) => fillCart(shop, buyer, [{ goods_id: goods, number }])

describe('核对页看到的价格就是扣的价格：核对之后每一种变化都先说明，不下单', () => {
  interface Change {
    name: string
    prepare: (goods: number) => Promise<() => Promise<unknown>>
    /** What the answer says changed, beside the total. */
    what: string
    before: string
    after: string
  }
  const end = (id: number) => changeRow(db, 'promotion', id, { is_open: false })
  const changes: Change[] = [
    {
      name: '满减结束',
      prepare: async (goods) => {
        const { id } = await makePromotion(db, 'full_reduction', { scope: { goods: [goods] } })
        return () => end(id)
      },
      what: 'reduction',
      before: '10.00',
      after: '0.00',
    },
    {
      name: '满减力度改了',
      prepare: async (goods) => {
        const { tiers } = await makePromotion(db, 'full_reduction', { scope: { goods: [goods] } })
        return () => changeRow(db, 'promotion_tier', tiers[0] ?? 0, { amount: 400 })
      },
      what: 'reduction',
      before: '10.00',
      after: '4.00',
    },
    {
      name: '单品满减结束',
      prepare: async (goods) => {
        const { id } = await makePromotion(db, 'goods_full_reduction', { scope: { goods: [goods] } })
        return () => end(id)
      },
      what: 'reduction',
      before: '10.00',
      after: '0.00',
    },
    {
      name: '赠品活动结束',
      prepare: async (goods) => {
        const prize = await giftGoods('口罩')
        const { id } = await makePromotion(db, 'gift', {
          scope: { goods: [goods] },
          tiers: [{ from: '100.00', gifts: [{ goods: prize }] }],
        })
        return () => end(id)
      },
      what: 'gift',
      before: '口罩 1 盒',
      after: '无',
    },
    {
      name: '返现降低',
      prepare: async () => {
        const { tiers } = await makePromotion(db, 'cashback', { tiers: [{ from: '50.00', amount: '6.00' }] })
        return () => changeRow(db, 'promotion_tier', tiers[0] ?? 0, { amount: 200 })
      },
      what: 'cashback',
      before: '6.00',
      after: '2.00',
    },
    {
      name: '优惠券改了门槛',
      prepare: async () => {
        const template = await makeTemplate(db, { name: '新客券', amount: '8.00' })
        await holdCoupon(db, buyer.companyId, template)
        return () => changeRow(db, 'coupon_template', template, { threshold: 999_900 })
      },
      what: 'coupon',
      before: '新客券 −¥8.00',
      after: '未使用',
    },
    {
      name: '每日特价结束',
      prepare: async (goods) => {
        const offer = await makeOffer(db, goods, { price: '40.00' })
        return () => changeRow(db, 'goods_offer', offer, { ends_at: NOW })
      },
      what: 'price',
      before: '40.00',
      after: '60.00',
    },
    {
      name: '运费规则改了',
      prepare: async () => () => keepSetting(db, 'shipping', { free_from: '800.00', fee: '20.00' }),
      what: 'shipping',
      before: '12.00',
      after: '20.00',
    },
  ]
  for (const { name, prepare, what, before, after } of changes) {
    it(name, async () => {
      const goods = await makeGoods(db, { price: '60.00' })
      const change = await prepare(goods)
      const ids = await fillWith(goods, 2)
      const sheet = await openSheet(shop, buyer, ids)
      await change()
      const refused = await submit(shop, buyer, address, ids, sheet.data)
      expect(refused.status, refused.text).toBe(409)
      expect(refused.data.changes).toContainEqual(expect.objectContaining({ what, before, after }))
      // What the page sends names gifts and coupons, and is refused no less.
      expect((await submit(shop, buyer, address, ids, sheet.data, inForce(sheet.data))).status).toBe(409)
      expect(await ordersOf()).toEqual([])
      expect(await stockOf(db, goods)).toMatchObject({ reserved: 0 })
      const fresh = await openSheet(shop, buyer, ids)
      const placed = await submit(shop, buyer, address, ids, fresh.data, inForce(fresh.data))
      expect(placed.status, placed.text).toBe(200)
      expect(placed.data.orders[0].payable).toBe(fresh.data.total)
    })
  }

  it('换购价改了', async () => {
    const [goods, extra] = [await makeGoods(db, { price: '60.00' }), await makeGoods(db, { price: '30.00' })]
    const { exchanges } = await makePromotion(db, 'exchange', {
      scope: { goods: [goods] },
      tiers: [{ from: '100.00', exchanges: [{ goods: extra, price: '1.00' }] }],
    })
    const ids = [
      ...(await fillWith(goods, 2)),
      ...(await fillCart(shop, buyer, [{ goods_id: extra, number: 1, type: 4, goods_price_id: exchanges[0] ?? 0 }])),
    ]
    const sheet = await openSheet(shop, buyer, ids)
    await changeRow(db, 'promotion_exchange', exchanges[0] ?? 0, { price: 500 })
    const refused = await submit(shop, buyer, address, ids, sheet.data)
    expect(refused.data.changes).toContainEqual(expect.objectContaining({ what: 'price', before: '1.00', after: '5.00' }))
  })

  it('组合改价', async () => {
    const [a, b] = [await makeGoods(db), await makeGoods(db)]
    const bundle = await makeBundle(db, {
      name: '二合一',
      items: [
        { goods: a, price: '9.00' },
        { goods: b, price: '9.00' },
      ],
    })
    const ids = await fillCart(shop, buyer, [{ goods_id: a, number: 1, type: 3, goods_price_id: bundle }])
    const sheet = await openSheet(shop, buyer, ids)
    await db.updateTable('bundle_item').set({ price: 950 }).where('bundle_id', '=', bundle).where('goods_id', '=', a).execute()
    const refused = await submit(shop, buyer, address, ids, sheet.data)
    expect(refused.data.changes).toContainEqual(expect.objectContaining({ name: '二合一', what: 'price', before: '18.00', after: '18.50' }))
  })
})

it('订单留下每行的分摊、说明与这张订单的合计行；合计行相加等于应付', async () => {
  const [a, b] = [await makeGoods(db, { price: '33.30' }), await makeGoods(db, { price: '80.00' })]
  const prize = await giftGoods('体温贴')
  const reduction = await makePromotion(db, 'full_reduction', { name: '满百减十', scope: { goods: [a, b] } })
  const { gifts } = await makePromotion(db, 'gift', {
    scope: { goods: [b] },
    tiers: [{ from: '50.00', gifts: [{ goods: prize, number: 3 }] }],
  })
  await makePromotion(db, 'cashback', { tiers: [{ from: '50.00', amount: '2.00' }] })
  await holdCoupon(db, buyer.companyId, await makeTemplate(db, { name: '五元券', amount: '5.00' }))
  const ids = [...(await fillWith(a, 1)), ...(await fillWith(b, 1))]
  const sheet = await openSheet(shop, buyer, ids, { balance: '20.00' })
  expect(sheet.data.orders[0].lines.map((line: { tag: string }) => line.tag)).toEqual(['', '', '赠'])
  expect(sheet.data.orders[0].lines[2]).toMatchObject({ price: '0.00', number: 3, batches: [{ number: 3 }] })
  const placed = await submit(shop, buyer, address, ids, sheet.data, { ...(inForce(sheet.data) as object), balance: '20.00' })
  expect(placed.status, placed.text).toBe(200)
  const [order] = await ordersOf()
  expect(order).toMatchObject({ goods_amount: 11_330, reduction_amount: 1500, balance_amount: 2000, cashback_amount: 200, points: 98 })
  const lines = await linesOf(order?.id ?? 0)
  expect(lines.reduce((sum, line) => sum + line.reduction, 0)).toBe(1500)
  for (const line of lines) {
    const shares = line.shares as { amount: number }[]
    expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(line.reduction)
  }
  expect(lines[2]).toMatchObject({ goods_id: prize, number: 3, unit_price: 0, amount: 0, price_source: 'gift', gift_id: gifts[0] })
  const info = await shop.ask('GET', `/api/order/info/${order?.id}`, { cookie: buyer.cookie })
  const rows = info.data.rows.map((row: { key: string; amount: string }) => [row.key, row.amount])
  expect(rows).toEqual([
    ['goods', '113.30'],
    ['full_reduction', '-10.00'],
    ['coupon', '-5.00'],
    ['shipping', '12.00'],
    ['balance', '-20.00'],
  ])
  expect(fenOf(info.data.payable)).toBe(11_330 - 1500 + 1200 - 2000)
  expect(info.data).toMatchObject({ reduction_amount: '15.00', cashback: '2.00', points: 98 })
  expect(info.data.lines[2]).toMatchObject({ tag: '赠', paid: '0.00' })
  expect(info.data.lines[1].shares.map((share: { name: string }) => share.name)).toEqual(['满百减十', '五元券'])
  expect(reduction.id).toBeGreaterThan(0)
})

it('组合按各品落成订单行，分摊精确；取消后名额与各品库存都回来', async () => {
  const [a, b] = [await makeGoods(db, { price: '10.00', name: '甲片' }), await makeGoods(db, { price: '20.00' })]
  const bundle = await makeBundle(db, {
    name: '感冒组合',
    quota: 10,
    items: [
      { goods: a, number: 2, price: '8.00' },
      { goods: b, price: '15.00' },
    ],
  })
  await makePromotion(db, 'full_reduction', { scope: { zones: ['bundle'] }, tiers: [{ from: '50.00', amount: '7.00' }] })
  const ids = await fillCart(shop, buyer, [{ goods_id: a, number: 2, type: 3, goods_price_id: bundle }])
  const sheet = await openSheet(shop, buyer, ids)
  expect(sheet.data.orders[0].lines).toMatchObject([{ name: '感冒组合', tag: '组合', bzdw: '套', amount: '62.00', net: '55.00' }])
  const placed = await submit(shop, buyer, address, ids, sheet.data)
  const id = placed.data.orders[0].id
  expect(await linesOf(id)).toMatchObject([
    { goods_id: a, number: 4, unit_price: 800, amount: 3200, reduction: 361, bundle_id: bundle, bundle_number: 2, price_source: 'bundle' },
    { goods_id: b, number: 2, unit_price: 1500, amount: 3000, reduction: 339, bundle_id: bundle, bundle_number: 2 },
  ])
  const taken = () => db.selectFrom('bundle').where('id', '=', bundle).select('taken').executeTakeFirstOrThrow()
  expect(await taken()).toEqual({ taken: 2 })
  expect(await stockOf(db, a)).toMatchObject({ available: 96, reserved: 4 })
  await shop.ask('POST', `/api/order/${id}/cancel`, { cookie: buyer.cookie, body: {} })
  expect(await taken()).toEqual({ taken: 0 })
  expect(await stockOf(db, a)).toMatchObject({ available: 100, reserved: 0 })
  const again = await shop.ask('POST', `/api/order/${id}/reorder`, { cookie: buyer.cookie, body: {} })
  expect(again.data).toMatchObject({ added: 1, refused: [] })
})

it('别家的优惠券、用过的优惠券、没达门槛的优惠券：提交被拒并说明，什么也不下', async () => {
  const goods = await makeGoods(db, { price: '60.00' })
  const theirs = await holdCoupon(db, (await makeCompany(db)).companyId, await makeTemplate(db, { amount: '50.00' }))
  const far = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { threshold: '9999.00', amount: '50.00' }))
  const ids = await fillWith(goods, 1)
  const sheet = await openSheet(shop, buyer, ids, { coupons: [theirs] })
  expect(sheet.data).toMatchObject({ total: '72.00', coupon_ids: [], notice: expect.stringContaining('未计入') })
  for (const [coupon, code] of [
    [theirs, 'COUPON_UNKNOWN'],
    [far, 'COUPON_NOT_REACHED'],
  ] as const) {
    const refused = await submit(shop, buyer, address, ids, sheet.data, { coupons: [coupon] })
    expect(refused.status).toBe(409)
    expect(refused.data).toMatchObject({ reason: 'CHOICE_REFUSED', reasons: [{ code }] })
  }
  expect(await ordersOf()).toEqual([])
  const used = await db.selectFrom('coupon').where('id', '=', theirs).select('checkout_id').executeTakeFirstOrThrow()
  expect(used.checkout_id).toBeNull()
})

it('赠品没有库存了：先说明，同意之后才下单，且不再给它', async () => {
  const [goods, prize] = [await makeGoods(db, { price: '60.00' }), await giftGoods('口罩', 1)]
  await makePromotion(db, 'gift', { scope: { goods: [goods] }, tiers: [{ from: '100.00', gifts: [{ goods: prize }] }] })
  const ids = await fillWith(goods, 2)
  const sheet = await openSheet(shop, buyer, ids)
  expect(sheet.data.zps).toHaveLength(1)
  await db.updateTable('stock_batch').set({ available: 0 }).where('goods_id', '=', prize).execute()
  const refused = await submit(shop, buyer, address, ids, sheet.data, inForce(sheet.data))
  expect(refused.data).toMatchObject({ reason: 'CHOICE_REFUSED', reasons: [{ code: 'GIFT_GONE', message: '赠品“口罩”已赠完' }] })
  expect(await ordersOf()).toEqual([])
  const fresh = await openSheet(shop, buyer, ids)
  expect(fresh.data.zps).toEqual([])
  expect((await submit(shop, buyer, address, ids, fresh.data)).status).toBe(200)
})

it('收货地址决定运费：偏远省份按自己的规则，换地址提交先说明', async () => {
  const rule = { free_from: '800.00', fee: '12.00', regions: [{ provinces: ['西藏自治区'], free_from: '2000.00', fee: '60.00' }] }
  await keepSetting(db, 'shipping', rule)
  const far = await makeAddress(db, buyer.companyId)
  await changeRow(db, 'address', far, { province: '西藏自治区', is_default: false })
  const ids = await fillWith(await makeGoods(db, { price: '60.00' }), 1)
  const near = await openSheet(shop, buyer, ids)
  expect(near.data.total).toBe('72.00')
  const there = await shop.ask('POST', '/api/cart/checkout', { cookie: buyer.cookie, body: { ids, address_id: far } })
  expect(there.data.total).toBe('120.00')
  const refused = await submit(shop, buyer, far, ids, near.data)
  expect(refused.data.changes).toContainEqual(expect.objectContaining({ what: 'shipping', before: '12.00', after: '60.00' }))
  expect((await submit(shop, buyer, far, ids, there.data)).status).toBe(200)
})

it('现金券与余额各付一部分；取消各回各处；完成后记销售、返现、积分，账合为零', async () => {
  await db
    .transaction()
    .execute((trx) =>
      post(
        trx,
        voucherGranted({ key: `t:${buyer.companyId}`, companyId: buyer.companyId, orderId: null, amount: fen(3000), memo: '' }),
        NOW,
      ),
    )
  await makePromotion(db, 'cashback', { tiers: [{ from: '50.00', amount: '4.00' }] })
  const goods = await makeGoods(db, { price: '100.00' })
  const purse = async (kind: string) =>
    (
      await db
        .selectFrom('ledger_account')
        .where('company_id', '=', buyer.companyId)
        .where('kind', '=', kind)
        .select('balance')
        .executeTakeFirst()
    )?.balance ?? 0
  const asked = { voucher: '30.00', balance: '82.00' }
  const buyAll = async () => {
    const ids = await fillWith(goods, 1)
    const sheet = await openSheet(shop, buyer, ids, asked)
    expect(sheet.data).toMatchObject({ total: '0.00', cashback: '4.00', points: 100 })
    const placed = await submit(shop, buyer, address, ids, sheet.data, asked)
    expect(placed.data.orders[0]).toMatchObject({ status: 'paid', payable: '0.00' })
    expect([await purse('voucher'), await balanceOf(db, buyer.companyId)]).toEqual([0, 100_000 - 8200])
    return placed.data.orders[0].id as number
  }
  const first = await buyAll()
  await shop.ask('POST', `/api/order/${first}/cancel`, { cookie: buyer.cookie, body: {} })
  await shop.ask('POST', `/api/order/${first}/cancel`, { cookie: buyer.cookie, body: {} })
  expect([await purse('voucher'), await balanceOf(db, buyer.companyId)]).toEqual([3000, 100_000])
  const second = await buyAll()
  const deps = { database: shop.database, payments: paymentEffects({ jobs: { enqueue: async () => undefined } }) }
  for (const type of ['pick', 'ship', 'receive', 'complete'] as const)
    await orderByStaff(deps, { accountId: buyer.accountId, name: '仓储' }, second, { type }, NOW)
  expect([await purse('points'), await balanceOf(db, buyer.companyId)]).toEqual([100, 100_000 - 8200 + 400])
  await expectLedgerTrue(db)
})
