import { beforeEach, expect, it } from 'vitest'
import {
  atOnce,
  expectLedgerTrue,
  fillCart,
  makeAddress,
  openSheet,
  type Ready,
  readyBuyers,
  stockOf,
  submit,
} from '../../../../test/buying.ts'
import { makeCompany, makeFlashSession, makeGoods, makeOffer, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { holdCoupon, makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(() => db.updateTable('promotion').set({ is_open: false }).execute())

async function allAtOnce(count: number, width: number, make: () => Promise<Ready[]>) {
  const ready = await make()
  expect(ready).toHaveLength(count)
  const answers = await atOnce(ready, width, ({ buyer, address, ids, sheet }) => submit(shop, buyer, address, ids, sheet.data))
  const refused = answers.filter((answer) => answer.status !== 200)
  expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([409]))
  return { placed: answers.length - refused.length, refused }
}

const number = (table: 'goods_offer' | 'promotion_gift' | 'promotion_exchange' | 'bundle', id: number) =>
  db.selectFrom(table).where('id', '=', id).select('taken').executeTakeFirstOrThrow()

it('500 家、32 个并发抢 50 份限购 1 份的秒杀：恰好卖出 50 份，每家一份', async () => {
  const goods = await makeGoods(db, { stock: 10_000, price: '20.00' })
  const flash_session_id = await makeFlashSession(db, new Date('2026-11-21T00:00:00Z'), new Date('2026-11-21T16:00:00Z'))
  const offer = await makeOffer(db, goods, { kind: 'flash', price: '9.90', quota: 50, limit_per_buyer: 1, flash_session_id })
  const { placed, refused } = await allAtOnce(500, 32, () =>
    readyBuyers(shop, 500, [{ goods_id: goods, number: 1, goods_price_id: offer }]),
  )
  expect(placed).toBe(50)
  for (const answer of refused) expect(answer.message).toMatch(/名额|价格或库存有变化/)
  expect(await number('goods_offer', offer)).toEqual({ taken: 50 })
  const { rows } = await shop.database.pool.query(
    'select company_id, sum(number)::int as units from order_line where offer_id = $1 group by 1',
    [offer],
  )
  expect(rows).toHaveLength(50)
  expect(new Set(rows.map((row) => row.units))).toEqual(new Set([1]))
}, 240_000)

it('一张券同时用在两张订单上：只有一张用到', async () => {
  const goods = await makeGoods(db, { price: '60.00', stock: 1000 })
  for (let round = 0; round < 5; round += 1) {
    const buyer = await makeCompany(db)
    const address = await makeAddress(db, buyer.companyId)
    const coupon = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { amount: '30.00' }))
    const lines = [
      ...(await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])),
      ...(await fillCart(shop, buyer, [{ goods_id: await makeGoods(db, { price: '60.00' }), number: 1 }])),
    ]
    const sheets = await Promise.all(lines.map((id) => openSheet(shop, buyer, [id])))
    expect(sheets.map((sheet) => sheet.data.coupon_ids)).toEqual([[coupon], [coupon]])
    const answers = await Promise.all(
      sheets.map((sheet, index) => submit(shop, buyer, address, lines.slice(index, index + 1), sheet.data, { coupons: [coupon] })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.data).toMatchObject({ reasons: [{ code: 'COUPON_UNKNOWN' }] })
    const orders = await db.selectFrom('orders').where('company_id', '=', buyer.companyId).select('reduction_amount').execute()
    expect(orders).toEqual([{ reduction_amount: 3000 }])
  }
})

it('一次结算拆成两单：先取消一单券不退，两单同时取消券只退一次', async () => {
  const second = await makeWarehouse(db, { code: 'CK2', name: '二仓' })
  const [a, b] = [await makeGoods(db, { price: '60.00' }), await makeGoods(db, { price: '60.00', stock: 0 })]
  await makeStock(db, b, [{ available: 100 }], second)
  const couponOf = (id: number) => db.selectFrom('coupon').where('id', '=', id).select(['checkout_id', 'used_at']).executeTakeFirstOrThrow()
  const placeBoth = async () => {
    const buyer = await makeCompany(db)
    const address = await makeAddress(db, buyer.companyId)
    const coupon = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { amount: '30.00' }))
    const ids = await fillCart(shop, buyer, [
      { goods_id: a, number: 1 },
      { goods_id: b, number: 1 },
    ])
    const sheet = await openSheet(shop, buyer, ids)
    const { data } = await submit(shop, buyer, address, ids, sheet.data)
    expect(data.orders).toHaveLength(2)
    const cancel = (index: number) => shop.ask('POST', `/api/order/${data.orders[index].id}/cancel`, { cookie: buyer.cookie, body: {} })
    return { coupon, cancel }
  }
  const oneByOne = await placeBoth()
  await oneByOne.cancel(0)
  expect((await couponOf(oneByOne.coupon)).checkout_id).not.toBeNull()
  await oneByOne.cancel(1)
  expect(await couponOf(oneByOne.coupon)).toEqual({ checkout_id: null, used_at: null })
  for (let round = 0; round < 8; round += 1) {
    const { coupon, cancel } = await placeBoth()
    const answers = await Promise.all([cancel(0), cancel(1), cancel(0)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(await couponOf(coupon)).toEqual({ checkout_id: null, used_at: null })
  }
  await expectLedgerTrue(db)
})

it('赠品库存 3 份、20 家同时下单：送出 3 份，其余的先被告知赠品已完，什么也没下', async () => {
  const goods = await makeGoods(db, { price: '60.00', stock: 1000 })
  const prize = await makeGoods(db, { drug_class: 'otc_b', name: '口罩', stock: 3 })
  const { gifts } = await makePromotion(db, 'gift', { scope: { goods: [goods] }, tiers: [{ from: '100.00', gifts: [{ goods: prize }] }] })
  const { placed, refused } = await allAtOnce(20, 10, () => readyBuyers(shop, 20, [{ goods_id: goods, number: 2 }]))
  expect(placed).toBe(3)
  for (const answer of refused) expect(answer.text).toContain('口罩')
  expect(await stockOf(db, prize)).toEqual({ shown: 0, available: 0, reserved: 3 })
  expect(await stockOf(db, goods)).toMatchObject({ reserved: 6 })
  expect(await number('promotion_gift', gifts[0] ?? 0)).toEqual({ taken: 3 })
})

it('赠品名额 3 份也一样；超时未付都退回', async () => {
  const goods = await makeGoods(db, { price: '60.00', stock: 1000 })
  const prize = await makeGoods(db, { drug_class: 'otc_b', name: '体温贴' })
  const { gifts } = await makePromotion(db, 'gift', {
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', gifts: [{ goods: prize, quota: 3 }] }],
  })
  const gift = gifts[0] ?? 0
  const { placed } = await allAtOnce(12, 12, () => readyBuyers(shop, 12, [{ goods_id: goods, number: 2 }]))
  expect(placed).toBe(3)
  shop.clock.now = new Date(NOW.getTime() + 25 * 3_600_000)
  await shop.jobs.runDue()
  shop.clock.now = NOW
  expect(await number('promotion_gift', gift)).toEqual({ taken: 0 })
})

it('换购名额 4 份、12 家同时：换出 4 份', async () => {
  const goods = await makeGoods(db, { price: '120.00', stock: 1000 })
  const extra = await makeGoods(db, { price: '30.00', stock: 1000 })
  const { exchanges } = await makePromotion(db, 'exchange', {
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', exchanges: [{ goods: extra, price: '1.00', quota: 4 }] }],
  })
  const offer = exchanges[0] ?? 0
  const { placed, refused } = await allAtOnce(12, 12, () =>
    readyBuyers(shop, 12, [{ goods_id: goods, number: 1 }], [{ goods_id: extra, number: 1, type: 4, goods_price_id: offer }]),
  )
  expect(placed).toBe(4)
  for (const answer of refused) expect(answer.data.reason).toBe('LINES_REFUSED')
  expect(await number('promotion_exchange', offer)).toEqual({ taken: 4 })
})

it('组合名额 5 套、12 家同时：卖出 5 套，各品库存只动 5 套', async () => {
  const [a, b] = [await makeGoods(db, { stock: 1000 }), await makeGoods(db, { stock: 1000 })]
  const bundle = await makeBundle(db, {
    quota: 5,
    items: [
      { goods: a, number: 2, price: '8.00' },
      { goods: b, price: '5.00' },
    ],
  })
  const { placed } = await allAtOnce(12, 12, () => readyBuyers(shop, 12, [{ goods_id: a, number: 1, type: 3, goods_price_id: bundle }]))
  expect(placed).toBe(5)
  expect(await number('bundle', bundle)).toEqual({ taken: 5 })
  expect(await stockOf(db, a)).toMatchObject({ reserved: 10 })
  expect(await stockOf(db, b)).toMatchObject({ reserved: 5 })
})
