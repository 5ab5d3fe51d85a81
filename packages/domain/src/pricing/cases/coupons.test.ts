import { describe } from 'vitest'
import { brand, bundle, buy, coupon, FAR_OFF, fullReduction, goodsReduction, NOW, only, SHIPPING, worked, y, zone } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('优惠券：一张', () => {
  worked(
    '满 100 减 10：恰好 100.00 可用，自动选上',
    { cart: cart('100.00'), coupons: [coupon('满 100 减 10', 1)] },
    { 券: '10.00', 应付: '90.00', 用券: [1], 解释: ['优惠券“满 100 减 10” −¥10.00'] },
  )
  worked(
    '满 100 减 10：差一分不可用，提示还差多少',
    { cart: cart('99.99'), coupons: [coupon('满 100 减 10', 1)] },
    { 券: '0.00', 用券: [], 提示: ['再买 ¥0.01 可用优惠券'] },
  )
  worked('无门槛券不会减成负数', { cart: cart('3.00'), coupons: [coupon('满 0 减 10', 1)] }, { 券: '3.00', 应付: '0.00' })
  worked('9 折券：实付向下取到分', { cart: cart('99.99'), coupons: [coupon('满 0 打 90 折', 1)] }, { 券: '10.00', 应付: '89.99' })
  worked('9 折券最多减 50', { cart: cart('1000.00'), coupons: [coupon('满 0 打 90 折 最多 50', 1)] }, { 券: '50.00' })
  worked(
    '只算范围内的商品，减的也只分给它们',
    { cart: [buy('甲', '100.00', 1), buy('乙', '100.00', 1)], coupons: [coupon('满 100 减 10', 1, { scope: only('乙') })] },
    { 券: '10.00', 各行: { 甲: '100.00', 乙: '90.00' } },
  )
  worked(
    '范围内不够，范围外再多也不行',
    { cart: [buy('甲', '99.00', 1), buy('乙', '900.00', 1)], coupons: [coupon('满 100 减 10', 1, { scope: only('甲') })] },
    { 券: '0.00' },
  )
  worked(
    '品牌券',
    { cart: [buy('甲', '100.00', 1, { brand: 5 })], coupons: [coupon('满 100 减 10', 1, { scope: brand(5) })] },
    { 券: '10.00' },
  )
  worked(
    '到期那一刻不可用，开始那一刻可用',
    { cart: cart('100.00'), coupons: [coupon('满 100 减 10', 1, { validUntil: NOW }), coupon('满 100 减 5', 2, { validFrom: NOW })] },
    { 券: '5.00', 用券: [2] },
  )
  worked(
    '分摊后分两次退，恰为实付',
    { cart: [buy('甲', '33.33', 3), buy('乙', '10.00', 1)], coupons: [coupon('满 100 减 10', 1)] },
    {
      应付: '99.99',
      各行: { 甲: '90.90', 乙: '9.09' },
      退: [
        ['甲', 2, '60.60'],
        ['乙', 1, '9.09'],
        ['甲', 1, '30.30'],
      ],
    },
  )
})

describe('优惠券：多张', () => {
  worked(
    '两张不可叠加：自动用减得多的',
    { cart: cart('200.00'), coupons: [coupon('满 100 减 10', 1), coupon('满 200 减 25', 2)] },
    { 券: '25.00', 用券: [2] },
  )
  worked('减得一样多：用编号小的', { cart: cart('200.00'), coupons: [coupon('满 100 减 10', 2), coupon('满 200 减 10', 1)] }, { 用券: [1] })
  worked(
    '一张不可叠加加两张可叠加：都用上',
    {
      cart: cart('200.00'),
      coupons: [coupon('满 200 减 25', 3), coupon('满 100 减 5', 1, { stackable: true }), coupon('满 150 减 6', 2, { stackable: true })],
    },
    { 券: '36.00', 用券: [3, 1, 2] },
  )
  worked(
    '叠加的门槛都看满减后的金额，不看别的券减后',
    { cart: cart('200.00'), coupons: [coupon('满 200 减 25', 1), coupon('满 200 减 5', 2, { stackable: true })] },
    { 券: '30.00' },
  )
  worked(
    '叠加的折扣算在前一张减后的金额上',
    { cart: cart('200.00'), coupons: [coupon('满 200 减 100', 1), coupon('满 0 打 90 折', 2, { stackable: true })] },
    { 券: '110.00' },
  )
  worked(
    '折扣券先算，叠加的直减券后算',
    { cart: cart('200.00'), coupons: [coupon('满 0 打 50 折', 2), coupon('满 0 减 20', 1, { stackable: true })] },
    { 券: '120.00', 用券: [2, 1] },
  )
  worked(
    '前面的券已减完，剩下的券留着不用',
    { cart: cart('10.00'), coupons: [coupon('满 0 减 10', 1), coupon('满 0 减 5', 2, { stackable: true })] },
    { 券: '10.00', 用券: [1] },
  )
  worked(
    '范围不同的两张叠加券各减各的',
    {
      cart: [buy('甲', '100.00', 1), buy('乙', '100.00', 1)],
      coupons: [
        coupon('满 100 减 10', 1, { scope: only('甲'), stackable: true }),
        coupon('满 100 减 20', 2, { scope: only('乙'), stackable: true }),
      ],
    },
    { 券: '30.00', 各行: { 甲: '90.00', 乙: '80.00' } },
  )
})

describe('优惠券：买家自己选', () => {
  const two = [coupon('满 100 减 10', 1), coupon('满 200 减 25', 2)]
  worked('选了减得少的：照买家的', { cart: cart('200.00'), coupons: two, useCoupons: [1] }, { 券: '10.00', 用券: [1], 拒: [] })
  worked('选了不用券', { cart: cart('200.00'), coupons: two, useCoupons: [] }, { 券: '0.00', 用券: [], 拒: [] })
  worked('选了没有的券：拒绝并说明', { cart: cart('200.00'), coupons: two, useCoupons: [9] }, { 券: '0.00', 拒: ['COUPON_UNKNOWN'] })
  worked(
    '选了过期的券',
    { cart: cart('200.00'), coupons: [coupon('满 100 减 10', 1, { validUntil: NOW })], useCoupons: [1] },
    { 券: '0.00', 拒: ['COUPON_EXPIRED'] },
  )
  worked(
    '选了没开始的券',
    { cart: cart('200.00'), coupons: [coupon('满 100 减 10', 1, { validFrom: FAR_OFF })], useCoupons: [1] },
    { 券: '0.00', 拒: ['COUPON_EXPIRED'] },
  )
  worked('选了没达到门槛的券', { cart: cart('199.99'), coupons: two, useCoupons: [2] }, { 券: '0.00', 拒: ['COUPON_NOT_REACHED'] })
  worked(
    '选了两张不可叠加的：只用编号小的一张',
    { cart: cart('200.00'), coupons: two, useCoupons: [2, 1] },
    { 券: '10.00', 用券: [1], 拒: ['COUPON_NOT_STACKABLE'] },
  )
  worked(
    '选了却没有可抵的金额：不白用',
    { cart: cart('10.00'), coupons: [coupon('满 0 减 10', 1), coupon('满 0 减 5', 2, { stackable: true })], useCoupons: [1, 2] },
    { 用券: [1], 拒: ['COUPON_NOT_REACHED'] },
  )
})

describe('优惠券 × 价格与满减', () => {
  const ten = [coupon('满 100 减 10', 1)]
  worked(
    '秒杀商品不能用券',
    { cart: [buy('甲', '100.00', 1, { offer: { kind: 'flash', price: '100.00' } })], coupons: ten },
    { 券: '0.00' },
  )
  worked(
    '近效期商品不能用券',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'near_expiry', price: '100.00' } })], coupons: ten },
    { 券: '0.00' },
  )
  worked(
    '每日特价可以用券',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'daily', price: '100.00' } })], coupons: ten },
    { 券: '10.00' },
  )
  worked(
    '整件价注明不能用券、能满减',
    {
      cart: [buy('甲', '1.20', 100, { offer: { kind: 'whole_case', price: '1.00', couponOk: false } })],
      coupons: ten,
      promotions: [fullReduction('满 100 减 8')],
    },
    { 券: '0.00', 满减: '8.00', 解释: ['整件价商品不参加优惠券'] },
  )
  worked(
    '福利专区可以用券',
    { cart: [buy('甲', '107.00', 1, { offer: { kind: 'welfare', percent: 94 } })], coupons: ten },
    { 券: '10.00', 应付: '90.58' },
  )
  worked(
    '福利专区注明不能用券',
    { cart: [buy('甲', '107.00', 1, { offer: { kind: 'welfare', percent: 94, couponOk: false } })], coupons: ten },
    { 券: '0.00' },
  )
  worked(
    '阶梯价到档后金额下来，券就够不着',
    { cart: [buy('甲', '5.50', 19, { ladder: { type: 0, steps: { 19: '5.20' } } })], coupons: ten },
    { 商品: '98.80', 券: '0.00' },
  )
  worked('专属价可以用券', { cart: [buy('甲', '120.00', 1, { company: '100.00' })], coupons: ten }, { 券: '10.00' })
  worked(
    '组合可以用券',
    {
      cart: [
        bundle('丙', 1, [
          ['甲', 2, '30.00'],
          ['乙', 1, '40.00'],
        ]),
      ],
      coupons: ten,
    },
    { 券: '10.00' },
  )
  worked(
    '组合专区的券',
    {
      cart: [
        bundle('丙', 1, [
          ['甲', 2, '30.00'],
          ['乙', 1, '40.00'],
        ]),
        buy('丁', '500.00', 1),
      ],
      coupons: [coupon('满 100 减 10', 1, { scope: zone('bundle') })],
    },
    { 券: '10.00', 各行: { 丙: '90.00', 丁: '500.00' } },
  )
  worked(
    '组合注明不能用券',
    {
      cart: [
        bundle(
          '丙',
          1,
          [
            ['甲', 2, '30.00'],
            ['乙', 1, '40.00'],
          ],
          { couponOk: false },
        ),
      ],
      coupons: ten,
    },
    { 券: '0.00' },
  )
  worked(
    '满减 × 直减券：券看满减后的金额',
    { cart: cart('110.00'), promotions: [fullReduction('满 100 减 10')], coupons: ten },
    { 满减: '10.00', 券: '10.00', 应付: '90.00' },
  )
  worked(
    '满减 × 直减券：参加满减就用不上更大的券时，不参加满减更省',
    { cart: cart('109.99'), promotions: [fullReduction('满 100 减 10')], coupons: [coupon('满 100 减 20', 1)] },
    { 满减: '0.00', 券: '20.00', 应付: '89.99', 参加: { 甲: 0 } },
  )
  worked(
    '满减 × 直减券：买家定要参加满减，券就不够',
    { cart: [buy('甲', '109.99', 1, { chose: 20 })], promotions: [fullReduction('满 100 减 10')], coupons: [coupon('满 100 减 20', 1)] },
    { 满减: '10.00', 券: '0.00', 应付: '99.99' },
  )
  worked(
    '满减 × 折扣券',
    { cart: cart('200.00'), promotions: [fullReduction('满 200 减 20')], coupons: [coupon('满 0 打 90 折', 1)] },
    { 满减: '20.00', 券: '18.00', 应付: '162.00' },
  )
  worked(
    '满减打折 × 折扣券',
    { cart: cart('200.00'), promotions: [fullReduction('满 200 打 92 折')], coupons: [coupon('满 0 打 90 折', 1)] },
    { 满减: '16.00', 券: '18.40', 应付: '165.60' },
  )
  worked(
    '满减 × 叠加券',
    {
      cart: cart('200.00'),
      promotions: [fullReduction('满 200 减 20')],
      coupons: [coupon('满 180 减 8', 1), coupon('满 180 减 2', 2, { stackable: true })],
    },
    { 满减: '20.00', 券: '10.00', 应付: '170.00' },
  )
  worked(
    '单品满减 × 满减 × 券，依次算，分两次退恰为实付',
    {
      cart: [buy('甲', '100.00', 3), buy('乙', '50.00', 1)],
      promotions: [goodsReduction('满 300 减 30', { scope: only('甲') }), fullReduction('满 300 减 32')],
      coupons: [coupon('满 288 打 90 折', 1)],
    },
    {
      单品满减: '30.00',
      满减: '32.00',
      券: '28.80',
      应付: '259.20',
      各行: { 甲: '218.70', 乙: '40.50' },
      退: [
        ['甲', 1, '72.90'],
        ['乙', 1, '40.50'],
        ['甲', 2, '145.80'],
      ],
    },
  )
})

describe('运费', () => {
  worked('满 800 免运费：恰好 800.00', { cart: cart('800.00'), shipping: SHIPPING }, { 运费: '0.00', 应付: '800.00' })
  worked(
    '差一分收 12 元，提示还差多少',
    { cart: cart('799.99'), shipping: SHIPPING },
    { 运费: '12.00', 应付: '811.99', 提示: ['再买 ¥0.01 免运费 ¥12.00'] },
  )
  worked(
    '满减后不足 800 就收运费，不参加满减更省时不参加',
    { cart: cart('800.00'), shipping: SHIPPING, promotions: [fullReduction('满 800 减 10')] },
    { 满减: '0.00', 运费: '0.00', 应付: '800.00' },
  )
  worked(
    '满减比运费多，照减并收运费',
    { cart: cart('800.00'), shipping: SHIPPING, promotions: [fullReduction('满 800 减 30')] },
    { 满减: '30.00', 运费: '12.00', 应付: '782.00' },
  )
  worked(
    '用券后不足 800，券比运费少：不自动用券',
    { cart: cart('800.00'), shipping: SHIPPING, coupons: [coupon('满 100 减 10', 1)] },
    { 券: '0.00', 运费: '0.00', 应付: '800.00' },
  )
  worked(
    '买家自己选了这张券：用券并收运费',
    { cart: cart('800.00'), shipping: SHIPPING, coupons: [coupon('满 100 减 10', 1)], useCoupons: [1] },
    { 券: '10.00', 运费: '12.00', 应付: '802.00' },
  )
  worked('单品包邮：到 5 盒免运费', { cart: [buy('甲', '10.00', 5, { freeFrom: 5 })], shipping: SHIPPING }, { 运费: '0.00' })
  worked('单品包邮：4 盒还要收', { cart: [buy('甲', '10.00', 4, { freeFrom: 5 })], shipping: SHIPPING }, { 运费: '12.00' })
  worked(
    '优选商品自己包邮，同仓还有别的就收',
    { cart: [buy('甲', '10.00', 1, { shipsFree: true }), buy('乙', '10.00', 1)], shipping: SHIPPING },
    { 运费: '12.00' },
  )
  worked('只有优选商品：免运费', { cart: [buy('甲', '10.00', 1, { shipsFree: true })], shipping: SHIPPING }, { 运费: '0.00' })
  worked(
    '两个仓库各算各的',
    { cart: [buy('甲', '800.00', 1), buy('乙', '10.00', 1, { warehouse: 2 })], shipping: SHIPPING },
    { 运费: '12.00', 订单: { '1-pt': '800.00', '2-pt': '22.00' } },
  )
  worked(
    '含麻商品单独成单，同仓合并算运费',
    { cart: [buy('甲', '700.00', 1), buy('乙', '100.00', 1, { ephedrine: true })], shipping: SHIPPING },
    { 运费: '0.00', 订单: { '1-pt': '700.00', '1-hm': '100.00' } },
  )
  const far = { provinces: ['西藏自治区'], freeFrom: y('2000'), fee: y('60') }
  worked('远的省份另有门槛和运费', { cart: cart('800.00'), shipping: [...SHIPPING, far], shipTo: '西藏自治区' }, { 运费: '60.00' })
  worked('近的省份用通行的', { cart: cart('800.00'), shipping: [far, ...SHIPPING], shipTo: '贵州省' }, { 运费: '0.00' })
})
