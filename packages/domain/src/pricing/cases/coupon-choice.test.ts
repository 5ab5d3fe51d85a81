import { describe } from 'vitest'
import { worked } from './bill.ts'
import { buy, coupon, FAR_OFF, NOW } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

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
