import { describe, expect, it } from 'vitest'
import { fillCart } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { type Answer, testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { holdCoupon, makeTemplate } from '../../../../test/promotions.ts'
import { giveBackCoupons, heldCoupons, takeCoupons } from './coupon-store.ts'
import { grantCoupon } from './grant.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db)

const take = (who: Buyer, id: number) => shop.ask('POST', '/api/coupon/take', { cookie: who.cookie, body: { id } })
const takenOf = async (id: number) =>
  (await db.selectFrom('coupon_template').where('id', '=', id).select('taken').executeTakeFirstOrThrow()).taken
const held = async (id: number) =>
  (
    await db
      .selectFrom('coupon')
      .where('template_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** A checkout with one order, as placing writes them. */
async function checkoutOf(who: Buyer): Promise<{ checkout: number; order: number }> {
  const order = await makeOrder(db, who, [{ goodsId: await makeGoods(db), number: 1 }], { status: 'pending_payment' })
  const row = await db.selectFrom('orders').where('id', '=', order).select('checkout_id').executeTakeFirstOrThrow()
  return { checkout: row.checkout_id, order }
}

describe('领券', () => {
  it('200 家同时领 10 张的券：恰好领出 10 张，其余都是明白的拒绝', async () => {
    const id = await makeTemplate(db, { quota: 10 })
    const buyers: Buyer[] = []
    for (let index = 0; index < 200; index++) buyers.push(await makeCompany(db))
    const answers = await Promise.all(buyers.map((who) => take(who, id)))
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(answers.length - refused.length).toBe(10)
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.data.reason} ${answer.message}`))).toEqual(
      new Set(['409 COUPON_GONE 该优惠券已被领完']),
    )
    expect([await takenOf(id), await held(id)]).toEqual([10, 10])
  })

  it('一家连点 20 次，限领 2 张就只有 2 张', async () => {
    const id = await makeTemplate(db, { per_buyer: 2, quota: 100 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(buyer, id)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2)
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.data.reason))).toEqual(
      new Set(['COUPON_LIMIT']),
    )
    expect([await takenOf(id), await held(id)]).toEqual([2, 2])
  })

  it('未到时间、已过时间、不在领券中心、不对本企业的券都领不到', async () => {
    const reasonOf = async (answer: Promise<Answer>) => {
      const { status, data } = await answer
      return `${status} ${data?.reason ?? ''}`
    }
    expect(await reasonOf(take(buyer, await makeTemplate(db, { take_from: day(1) })))).toBe('409 COUPON_NOT_STARTED')
    expect(await reasonOf(take(buyer, await makeTemplate(db, { take_until: NOW })))).toBe('409 COUPON_OVER')
    expect(await reasonOf(take(buyer, await makeTemplate(db, { valid_until: NOW })))).toBe('409 COUPON_OVER')
    expect(await reasonOf(take(buyer, await makeTemplate(db, { is_public: false })))).toBe('404 ')
    expect(await reasonOf(take(buyer, await makeTemplate(db, { audience: { types: ['诊所'] } })))).toBe('404 ')
    expect(await reasonOf(take(buyer, await makeTemplate(db, { audience: { types: ['单体药店'], provinces: ['湖北省'] } })))).toBe('200 ')
    expect(await reasonOf(take(buyer, 999_999_999))).toBe('404 ')
  })

  it('领取后 N 天有效的券，用到第 N 天的北京时间午夜', async () => {
    const taken = await take(buyer, await makeTemplate(db, { valid_days: 7 }))
    expect(taken.data.template).toMatchObject({ state: 'taken', period_text: '领取后 7 天内有效', taken_by_me: 1 })
    const coupon = await db.selectFrom('coupon').where('id', '=', taken.data.coupon_id).selectAll().executeTakeFirstOrThrow()
    expect(coupon.valid_until).toEqual(new Date('2026-11-28T16:00:00Z'))
  })

  it('抽奖与积分发的券也扣额度，用完了就说用完', async () => {
    const id = await makeTemplate(db, { quota: 1, is_public: false })
    const grant = () => db.transaction().execute((trx) => grantCoupon(trx, buyer.companyId, id, 'draw', NOW))
    expect(await grant()).toHaveProperty('couponId')
    expect(await grant()).toEqual({ refused: 'COUPON_GONE', message: '该优惠券已被领完' })
    expect(await held(id)).toBe(1)
  })
})

describe('用券', () => {
  it('一张券被两张单同时用，只有一张用得上', async () => {
    const coupon = await holdCoupon(db, buyer.companyId, await makeTemplate(db))
    const checkouts = await Promise.all(Array.from({ length: 6 }, () => checkoutOf(buyer)))
    const results = await Promise.all(
      checkouts.map(({ checkout }) => db.transaction().execute((trx) => takeCoupons(trx, buyer.companyId, [coupon], checkout, NOW))),
    )
    expect(results.filter((ids) => ids.length === 1)).toEqual([[coupon]])
  })

  it('别家的券、过期的券、未到期的券都用不上，也不出现在可用的券里', async () => {
    const who = await makeCompany(db)
    const template = await makeTemplate(db)
    const theirs = await holdCoupon(db, buyer.companyId, template)
    const over = await holdCoupon(db, who.companyId, template, { valid_until: NOW })
    const coming = await holdCoupon(db, who.companyId, template, { valid_from: day(1) })
    const good = await holdCoupon(db, who.companyId, template)
    expect((await heldCoupons(db, who.companyId, NOW)).map((one) => one.id)).toEqual([good])
    const { checkout } = await checkoutOf(who)
    const taken = await db.transaction().execute((trx) => takeCoupons(trx, who.companyId, [theirs, over, coming, good], checkout, NOW))
    expect(taken).toEqual([good])
    expect(await heldCoupons(db, who.companyId, NOW)).toEqual([])
  })

  it('一次结算的最后一张订单取消时券才退回；两张同时取消也只退一次，再叫一次不动别的', async () => {
    const who = await makeCompany(db)
    const coupon = await holdCoupon(db, who.companyId, await makeTemplate(db))
    const { checkout, order } = await checkoutOf(who)
    const second = await checkoutOf(who)
    await db.updateTable('orders').set({ checkout_id: checkout }).where('id', '=', second.order).execute()
    await db.transaction().execute((trx) => takeCoupons(trx, who.companyId, [coupon], checkout, NOW))
    const cancel = (id: number) =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
        return giveBackCoupons(trx, checkout)
      })
    const given = await Promise.all([cancel(order), cancel(second.order)])
    expect(given.flat()).toEqual([coupon])
    expect((await heldCoupons(db, who.companyId, NOW)).map((one) => one.id)).toEqual([coupon])
    expect(await db.transaction().execute((trx) => giveBackCoupons(trx, checkout))).toEqual([])
  })

  it('还有一张订单没有取消，券不退', async () => {
    const who = await makeCompany(db)
    const coupon = await holdCoupon(db, who.companyId, await makeTemplate(db))
    const { checkout } = await checkoutOf(who)
    await db.transaction().execute((trx) => takeCoupons(trx, who.companyId, [coupon], checkout, NOW))
    expect(await db.transaction().execute((trx) => giveBackCoupons(trx, checkout))).toEqual([])
    expect(await heldCoupons(db, who.companyId, NOW)).toEqual([])
  })
})

describe('看券', () => {
  it('我的优惠券按状态与种类分页，只有本企业的；数量与列表一致', async () => {
    const who = await makeCompany(db)
    const amount = await makeTemplate(db, { name: '满减券', threshold: '300.00', amount: '30.00' })
    const percent = await makeTemplate(db, { name: '折扣券', percent: 90, cap: '50.00', scope: { zones: ['herb'] } })
    await holdCoupon(db, who.companyId, amount, { valid_until: day(2) })
    await holdCoupon(db, who.companyId, percent, { valid_until: day(9) })
    await holdCoupon(db, who.companyId, amount, { valid_until: day(-1) })
    const used = await holdCoupon(db, who.companyId, amount)
    const { checkout, order } = await checkoutOf(who)
    await db.transaction().execute((trx) => takeCoupons(trx, who.companyId, [used], checkout, NOW))
    const list = async (query: string) => (await shop.ask('GET', `/api/user/coupon?${query}`, { cookie: who.cookie })).data
    const { no } = await db.selectFrom('orders').where('id', '=', order).select('no').executeTakeFirstOrThrow()
    expect(await list('status=0')).toMatchObject({
      total: 2,
      list: [
        {
          name: '满减券',
          face: '¥30',
          threshold_text: '满 ¥300.00 可用',
          scope_text: '全场通用',
          days_left: 2,
          status: 'unused',
          url: '/list',
        },
        { name: '折扣券', face: '9折', threshold_text: '无门槛，最多减 ¥50.00', scope_text: '限中药专区', url: '/zyyp' },
      ],
    })
    expect((await list('status=0&type=2')).list).toHaveLength(1)
    expect((await list('status=1')).list).toMatchObject([{ id: used, used_order_no: no, status: 'used', days_left: null }])
    expect(await list('status=2')).toMatchObject({ total: 1, list: [{ status: 'expired' }] })
    expect(await list('per_page=3&page=2')).toMatchObject({ total: 4, list: [{}] })
    const counts = await shop.ask('GET', '/api/user/couponNum', { cookie: who.cookie })
    expect(counts.data).toEqual({ unused: 2, used: 1, expired: 1, soon: 1 })
    const stranger = await makeCompany(db)
    expect((await shop.ask('GET', '/api/user/coupon', { cookie: stranger.cookie })).data).toMatchObject({ total: 0, list: [] })
  })

  it('可用的券：随购物车所选算出能减多少，减得多的在前，用不上的不列', async () => {
    const who = await makeCompany(db)
    const goods = await makeGoods(db, { price: '100.00' })
    const five = await holdCoupon(db, who.companyId, await makeTemplate(db, { amount: '5.00' }))
    const tenth = await holdCoupon(db, who.companyId, await makeTemplate(db, { percent: 90, threshold: '200.00' }))
    const far = await holdCoupon(db, who.companyId, await makeTemplate(db, { amount: '50.00', threshold: '1000.00' }))
    await holdCoupon(db, who.companyId, await makeTemplate(db), { valid_from: day(1) })
    const available = async (type: number) =>
      (await shop.ask('GET', `/api/user/availableCoupon?type=${type}`, { cookie: who.cookie })).data.list.map(
        (one: { id: number }) => one.id,
      )
    expect(await available(1)).toEqual([])
    await fillCart(shop, who, [{ goods_id: goods, number: 2 }])
    expect(await available(1)).toEqual([tenth, five])
    expect(await available(0)).toEqual([five, tenth, far])
  })

  it('领券中心：能领的在前，已领、将开、领完依次在后；对象不是自己的不出现，访客只见人人可领的', async () => {
    await db.updateTable('coupon_template').set({ is_public: false }).execute()
    const who = await makeCompany(db)
    const gone = await makeTemplate(db, { name: '领完', quota: 1, taken: 1, sort: 1 })
    const coming = await makeTemplate(db, { name: '将开', take_from: day(1), sort: 2 })
    const mine = await makeTemplate(db, { name: '已领', quota: 8, sort: 3 })
    const open = await makeTemplate(db, { name: '可领', quota: 1000, taken: 1, sort: 4 })
    const clinic = await makeTemplate(db, { name: '诊所专享', audience: { types: ['诊所'] } })
    await take(who, mine)
    const centre = async (cookie?: string) =>
      (await shop.ask('GET', '/api/coupon/centre', cookie === undefined ? {} : { cookie })).data.list
    expect(await centre(who.cookie)).toMatchObject([
      { id: open, state: 'open', left_percent: 99 },
      { id: mine, state: 'taken', left_percent: 87 },
      { id: coming, state: 'coming', take_from: day(1).toISOString() },
      { id: gone, state: 'gone', left_percent: 0 },
    ])
    const visitor = (await centre()).map((one: { id: number }) => one.id)
    expect(visitor).not.toContain(clinic)
    expect(visitor).toHaveLength(4)
    const doctor = await makeCompany(db, { type: '诊所' })
    expect((await centre(doctor.cookie)).map((one: { id: number }) => one.id)).toContain(clinic)
  })
})
