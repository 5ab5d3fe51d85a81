import { describe } from 'vitest'
import { SHIPPING, worked } from './bill.ts'
import { buy, cashback, coupon, exchange, exchanged, exchangeTier, fullReduction } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('现金券、余额、返现与积分', () => {
  const back = cashback([
    ['500', '10'],
    ['1000', '30'],
  ])
  worked('现金券先于余额', { cart: cart('100.00'), voucher: '30', balance: '50' }, { 现金券: '30.00', 余额: '50.00', 应付: '20.00' })
  worked('现金券够了就不动余额', { cart: cart('100.00'), voucher: '300', balance: '50' }, { 现金券: '100.00', 余额: '0.00', 应付: '0.00' })
  worked('现金券也付运费', { cart: cart('100.00'), voucher: '112', shipping: SHIPPING }, { 运费: '12.00', 现金券: '112.00', 应付: '0.00' })
  worked(
    '含麻订单只能对公转账：现金券和余额都不用在它上面',
    { cart: [buy('甲', '100.00', 1), buy('乙', '50.00', 1, { ephedrine: true })], voucher: '60', balance: '500' },
    { 现金券: '60.00', 余额: '40.00', 订单: { '1-pt': '0.00', '1-hm': '50.00' } },
  )
  worked(
    '两个订单按应付分摊余额',
    { cart: [buy('甲', '100.00', 1), buy('乙', '200.00', 1, { warehouse: 2 })], balance: '100' },
    { 余额: '100.00', 订单: { '1-pt': '66.67', '2-pt': '133.33' } },
  )
  worked(
    '券 × 现金券 × 余额',
    { cart: cart('100.00'), coupons: [coupon('满 100 减 10', 1)], voucher: '40', balance: '20' },
    { 券: '10.00', 现金券: '40.00', 余额: '20.00', 应付: '30.00' },
  )
  worked('满 500 返 10：恰好达到', { cart: cart('500.00'), promotions: [back] }, { 返现: '10.00', 应付: '500.00', 积分: 500 })
  worked('差一分不返，提示', { cart: cart('499.99'), promotions: [back] }, { 返现: '0.00', 积分: 499, 提示: ['再买 ¥0.01 可返 ¥10.00'] })
  worked('返现取最高一档', { cart: cart('1000.00'), promotions: [back] }, { 返现: '30.00' })
  worked(
    '返现 × 满减：看减后的金额',
    { cart: cart('1000.00'), promotions: [fullReduction('满 1000 减 50'), back] },
    { 满减: '50.00', 返现: '10.00', 积分: 950 },
  )
  worked(
    '返现 × 券：看用券后的金额',
    { cart: cart('500.00'), promotions: [back], coupons: [coupon('满 100 减 10', 1)] },
    { 返现: '0.00', 积分: 490 },
  )
  worked(
    '返现 × 运费：运费不算',
    { cart: cart('495.00'), promotions: [back], shipping: SHIPPING },
    { 运费: '12.00', 返现: '0.00', 积分: 495 },
  )
  worked(
    '返现 × 现金券与余额：怎样付的不影响',
    { cart: cart('500.00'), promotions: [back], voucher: '300', balance: '200' },
    { 应付: '0.00', 返现: '10.00', 积分: 500 },
  )
  worked(
    '返现按订单：两仓各 300 不返',
    { cart: [buy('甲', '300.00', 1), buy('乙', '300.00', 1, { warehouse: 2 })], promotions: [back] },
    { 返现: '0.00', 积分: 600 },
  )
  worked(
    '返现 × 秒杀：秒杀商品也算',
    { cart: [buy('甲', '600.00', 1, { offer: { kind: 'flash', price: '500.00' } })], promotions: [back] },
    { 返现: '10.00' },
  )
  worked(
    '返现 × 换购：换购商品不算返现，算积分',
    {
      cart: [...cart('499.50'), exchanged('乙', 400, 1, '20.00')],
      promotions: [back, exchange([exchangeTier('满 300', 40, [['体温计', '1.00']])])],
    },
    { 返现: '0.00', 积分: 500 },
  )
  worked(
    '返现 × 福利专区',
    { cart: [buy('甲', '600.00', 1, { offer: { kind: 'welfare', percent: 94 } })], promotions: [back] },
    { 应付: '564.00', 返现: '10.00' },
  )
  worked('含麻商品不给积分', { cart: [buy('甲', '100.00', 1), buy('乙', '50.00', 1, { ephedrine: true })] }, { 积分: 100 })
  worked('积分按整元', { cart: cart('99.99') }, { 积分: 99 })
})
