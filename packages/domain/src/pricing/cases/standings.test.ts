import { describe, expect, it } from 'vitest'
import { reckonCase, SHIPPING } from './bill.ts'
import {
  buy,
  cashback,
  coupon,
  exchange,
  exchanged,
  exchangeTier,
  FAR_OFF,
  fullReduction,
  gift,
  giftTier,
  goodsReduction,
  NOW,
  only,
} from './words.ts'

/** What is shown beside the prices: how activities and coupons stand, and the sentences that people read. */

const cart = (amount: string) => [buy('甲', amount, 1)]
const activity = (given: Parameters<typeof reckonCase>[0], kind: string) => {
  const found = reckonCase(given).activities.find((one) => one.kind === kind)
  if (!found) throw new Error(`没有活动 ${kind}`)
  return found
}

describe('活动怎样显示', () => {
  const three = fullReduction(['满 500 减 30', '满 1000 减 80', '满 2000 打 90 折 最多 300'])

  it('达到的档在前，其次是最近的一档', () => {
    const state = activity({ cart: cart('948.00'), promotions: [three] }, 'full_reduction')
    expect(state.tiers.map(({ text, status, missing }) => [text, status, missing])).toEqual([
      ['满 ¥500.00 减 ¥30.00', 'reached', 0],
      ['满 ¥1000.00 减 ¥80.00', 'next', 5200],
      ['满 ¥2000.00 打 9 折，最多减 ¥300.00', 'far', 105_200],
    ])
    expect(state.text).toBe('已减 ¥30.00；再买 ¥52.00 可减 ¥80.00')
    expect([state.reduction, state.measured, state.lineIds]).toEqual([3000, { amount: 94_800, number: 1 }, [1]])
  })

  it.each([
    ['每满 100 减 5 最多 20', '每满 ¥100.00 减 ¥5.00，最多减 ¥20.00'],
    ['满 10 件 减 8', '满 10 盒 减 ¥8.00'],
    ['满 500 打 92 折', '满 ¥500.00 打 92 折'],
  ])('%s 写作 %s', (tier, text) => {
    expect(activity({ cart: cart('10.00'), promotions: [fullReduction(tier)] }, 'full_reduction').tiers[0]?.text).toBe(text)
  })

  it('每满的活动到了封顶就不再提示', () => {
    const promotions = [fullReduction('每满 100 减 5 最多 20')]
    expect(activity({ cart: cart('400.00'), promotions }, 'full_reduction').text).toBe('已减 ¥20.00')
    expect(activity({ cart: cart('399.00'), promotions }, 'full_reduction').text).toBe('已减 ¥15.00；再买 ¥1.00 可减 ¥20.00')
  })

  it('单品满减显示走得最远的商品，减的是所有商品之和', () => {
    const lines = [buy('甲', '60.00', 1), buy('乙', '90.00', 1), buy('丙', '130.00', 1)]
    const state = activity({ cart: lines, promotions: [goodsReduction(['满 100 减 10', '满 150 减 20'])] }, 'goods_full_reduction')
    expect([state.lineIds, state.reduction, state.measured.amount]).toEqual([[1, 2, 3], 1000, 13_000])
    expect(state.text).toBe('已减 ¥10.00；再买 ¥20.00 可减 ¥20.00')
  })

  it('商品都去了更好的活动：说明，并且不提示', () => {
    const priced = reckonCase({
      cart: cart('300.00'),
      promotions: [fullReduction('满 300 减 30', { id: 21 }), fullReduction('满 300 减 50', { id: 22 })],
    })
    const left = priced.activities.find((one) => one.promotionId === 21)
    expect([left?.text, left?.lineIds]).toEqual(['商品已参加更优惠的活动', []])
    expect(priced.lines[0]?.fullReductionIds).toEqual([22, 21])
    expect(priced.hints).toEqual([])
  })

  it('达到的活动排在前面，其次是离得最近的；范围外的不列', () => {
    const priced = reckonCase({
      cart: cart('300.00'),
      promotions: [
        gift([giftTier('满 900', 31, [['酒精', 1]])], { id: 31 }),
        gift([giftTier('满 310', 32, [['棉签', 1]])], { id: 32 }),
        gift([giftTier('满 300', 33, [['口罩', 1]])], { id: 33 }),
        gift([giftTier('满 1', 34, [['纱布', 1]])], { id: 34, scope: only('乙') }),
      ],
    })
    expect(priced.activities.map((one) => one.promotionId)).toEqual([33, 32, 31])
  })

  it('赠品：哪些可领、哪些没有、为什么', () => {
    const promotions = [
      gift([
        giftTier('满 100', 31, [['酒精', 1]]),
        giftTier(
          '满 300',
          32,
          [
            ['棉签', 2],
            ['口罩', 1, 0],
            ['纱布', 1],
          ],
          1,
        ),
        giftTier('满 900', 33, [['血压计', 1]]),
      ]),
    ]
    const state = activity({ cart: cart('300.00'), promotions }, 'gift')
    expect(state.gifts.map(({ name, number, selected, open, why }) => [name, number, selected, open, why])).toEqual([
      ['酒精', 1, false, false, '已达更高一档'],
      ['棉签', 2, true, true, ''],
      ['口罩', 1, false, false, '已赠完'],
      ['纱布', 1, false, true, '可任选 1 种'],
      ['血压计', 1, false, false, '未达赠送条件'],
    ])
    expect(state.text).toBe('已赠 棉签 2 盒；再买 ¥600.00 可得 血压计')
    expect(state.tiers.map((one) => one.text)).toEqual([
      '满 ¥100.00 赠 酒精 1 盒',
      '满 ¥300.00 任选 1 种赠品：棉签 2 盒、口罩 1 盒、纱布 1 盒',
      '满 ¥900.00 赠 血压计 1 盒',
    ])
  })

  it('换购：哪些可换、已换几个、还差多少', () => {
    const promotions = [
      exchange([
        exchangeTier('满 300', 40, [
          ['体温计', '1.00', 2],
          ['口罩', '0.50', 1, 0],
        ]),
        exchangeTier('满 600', 41, [['血压计', '99.00']]),
      ]),
    ]
    const state = activity({ cart: [...cart('500.00'), exchanged('乙', 400, 2, '20.00')], promotions }, 'exchange')
    expect(state.exchanges.map(({ name, taken, open, why }) => [name, taken, open, why])).toEqual([
      ['体温计', 2, true, ''],
      ['口罩', 0, false, '已换完'],
      ['血压计', 0, false, '还差 ¥100.00'],
    ])
    expect(state.text).toBe('可换购 体温计；再买 ¥100.00 可换购 血压计')
    expect(state.tiers[0]?.text).toBe('满 ¥300.00 可 ¥1.00 换购体温计、¥0.50 换购口罩')
  })

  it('返现按订单，显示走得最远的订单', () => {
    const lines = [buy('甲', '400.00', 1), buy('乙', '600.00', 1, { warehouse: 2 })]
    const state = activity(
      {
        cart: lines,
        promotions: [
          cashback([
            ['500', '10'],
            ['1000', '30'],
          ]),
        ],
      },
      'cashback',
    )
    expect([state.lineIds, state.measured.amount, state.text]).toEqual([[2], 60_000, '订单完成后返 ¥10.00；再买 ¥400.00 可返 ¥30.00'])
  })
})

describe('优惠券怎样显示', () => {
  it('每张券说明用了没有、能减多少、为什么不能用', () => {
    const coupons = [
      coupon('满 100 减 10', 1),
      coupon('满 100 减 20', 2),
      coupon('满 900 减 90', 3),
      coupon('满 100 减 30', 4, { validUntil: NOW }),
      coupon('满 100 减 40', 5, { validFrom: FAR_OFF }),
      coupon('满 100 减 50', 6, { scope: only('乙') }),
    ]
    const priced = reckonCase({ cart: cart('300.00'), coupons })
    expect(priced.coupons.map(({ id, amount, usable, selected, why }) => [id, amount, usable, selected, why])).toEqual([
      [1, 1000, true, false, '可减 ¥10.00'],
      [2, 2000, true, true, '已用，减 ¥20.00'],
      [3, 0, false, false, '满 ¥900.00 可用，还差 ¥600.00'],
      [4, 0, false, false, '已过期'],
      [5, 0, false, false, '还没到使用时间'],
      [6, 0, false, false, '所选商品不在使用范围'],
    ])
  })

  it('拒绝时把话说清楚', () => {
    const coupons = [
      coupon('满 100 减 10', 1),
      coupon('满 900 减 90', 2),
      coupon('满 100 减 20', 3),
      coupon('满 0 减 1', 4, { validFrom: FAR_OFF }),
    ]
    const { refusals } = reckonCase({ cart: cart('300.00'), coupons, useCoupons: [1, 2, 3, 4, 9] })
    expect(refusals.map(({ id, code, message }) => [id, code, message])).toEqual([
      [2, 'COUPON_NOT_REACHED', '优惠券“满 900 减 90”满 ¥900.00 可用，还差 ¥600.00'],
      [3, 'COUPON_NOT_STACKABLE', '优惠券“满 100 减 20”不能与“满 100 减 10”同时使用'],
      [4, 'COUPON_EXPIRED', '优惠券“满 0 减 1”还没到使用时间'],
      [9, 'COUPON_UNKNOWN', '优惠券不存在或已使用'],
    ])
  })
})

describe('还差多少', () => {
  it('近的在前，金额在件数之前，每条说明能得到什么', () => {
    const { hints } = reckonCase({
      cart: [buy('甲', '10.00', 19, { ladder: { type: 0, steps: { 20: '9.00' } } })],
      promotions: [fullReduction('满 200 减 30'), cashback([['500', '10']])],
      coupons: [coupon('满 300 减 15', 1)],
      shipping: SHIPPING,
    })
    expect(hints.map(({ kind, missing, gain, text }) => [kind, missing, gain, text])).toEqual([
      ['full_reduction', 1000, 3000, '满减“满 200 减 30”再买 ¥10.00 可减 ¥30.00'],
      ['coupon', 11_000, 1500, '再买 ¥110.00 可用优惠券“满 300 减 15”（满 ¥300.00 减 ¥15.00）'],
      ['cashback', 31_000, 1000, '返现“满额返现”再买 ¥310.00 可返 ¥10.00'],
      ['shipping', 61_000, 1200, '再买 ¥610.00 免运费 ¥12.00'],
      ['ladder', 1, 2000, '再买 1 盒享 ¥9.00，每盒再省 ¥1.00'],
    ])
  })

  it('换一张更大的券只算多减的部分；不会更省的券不提', () => {
    const coupons = [coupon('满 100 减 20', 1), coupon('满 200 减 30', 2), coupon('满 300 减 15', 3)]
    const { hints } = reckonCase({ cart: cart('150.00'), coupons })
    expect(hints.map(({ id, gain }) => [id, gain])).toEqual([[2, 1000]])
  })

  it('免运费的门槛和差额单独给出；不收运费时为零', () => {
    const some = reckonCase({ cart: cart('150.00'), shipping: SHIPPING })
    expect([some.freeShippingFrom, some.freeShippingMissing, some.shippingNote]).toEqual([
      80_000,
      65_000,
      '贵阳仓满 ¥800.00 免运费，还差 ¥650.00',
    ])
    const none = reckonCase({ cart: cart('900.00'), shipping: SHIPPING })
    expect([none.freeShippingFrom, none.freeShippingMissing, none.shippingNote]).toEqual([0, 0, '贵阳仓已满 ¥800.00，免运费'])
  })

  it('每一分钱的来历', () => {
    const { lines } = reckonCase({
      cart: [buy('甲', '8.30', 20, { ladder: { type: 0, steps: { 20: '8.30' } } }), buy('乙', '34.00', 1)],
      promotions: [fullReduction('满 200 减 30')],
      coupons: [coupon('满 100 减 10', 1, { scope: only('甲') })],
    })
    expect(lines[0]?.explanation).toEqual([
      '阶梯价 ¥8.30 × 20 盒 = ¥166.00',
      '满减“满 200 减 30” −¥24.90（共减 ¥30.00，按金额分摊）',
      '优惠券“满 100 减 10” −¥10.00',
      '优惠后 ¥131.10',
    ])
  })
})
