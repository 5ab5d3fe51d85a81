import { describe } from 'vitest'
import { worked } from './bill.ts'
import { brand, buy, coupon, NOW, only } from './words.ts'

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
