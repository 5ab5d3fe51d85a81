import { describe } from 'vitest'
import { worked } from './bill.ts'
import { buy, coupon, only } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

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
