import { describe } from 'vitest'
import { SHIPPING, worked } from './bill.ts'
import { buy, coupon, fullReduction, y } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

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
