import { describe } from 'vitest'
import { SHIPPING, worked } from './bill.ts'
import { bundle, buy, coupon, exchange, exchanged, exchangeTier, fullReduction, goodsReduction, zone } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('换购', () => {
  const thermometer = exchange([exchangeTier('满 300', 40, [['体温计', '1.00', 2, 5]]), exchangeTier('满 600', 41, [['血压计', '99.00']])])
  worked(
    '满 300 换购：恰好达到，按换购价',
    { cart: [...cart('300.00'), exchanged('乙', 400, 1, '20.00')], promotions: [thermometer] },
    { 商品: '301.00', 应付: '301.00', 单价: { 乙: '1.00' }, 解释: ['换购价 ¥1.00 × 1 盒 = ¥1.00', '换购商品不参加其他优惠'] },
  )
  worked(
    '差一分：换购商品不能买，不计价',
    { cart: [...cart('299.99'), exchanged('乙', 400, 1, '20.00')], promotions: [thermometer] },
    { 应付: '299.99', 拒: ['EXCHANGE_LOCKED'], 提示: ['再买 ¥0.01 可换购 体温计'] },
  )
  worked(
    '每单限 2：买 3 不行',
    { cart: [...cart('300.00'), exchanged('乙', 400, 3, '20.00')], promotions: [thermometer] },
    { 应付: '300.00', 拒: ['EXCHANGE_LIMIT'] },
  )
  worked(
    '只剩 1：买 2 不行',
    {
      cart: [...cart('300.00'), exchanged('乙', 400, 2, '20.00')],
      promotions: [exchange([exchangeTier('满 300', 40, [['体温计', '1.00', 2, 1]])])],
    },
    { 应付: '300.00', 拒: ['EXCHANGE_LIMIT'] },
  )
  worked(
    '达到的每一档都可换',
    { cart: [...cart('600.00'), exchanged('乙', 400, 2, '20.00'), exchanged('丙', 410, 1, '199.00')], promotions: [thermometer] },
    { 应付: '701.00', 拒: [] },
  )
  worked(
    '换购商品自己不算门槛',
    { cart: [...cart('299.00'), exchanged('乙', 400, 1, '20.00')], promotions: [thermometer] },
    { 应付: '299.00', 拒: ['EXCHANGE_LOCKED'] },
  )
  worked(
    '单品满减 × 换购：看减后的金额',
    { cart: [...cart('305.00'), exchanged('乙', 400, 1, '20.00')], promotions: [goodsReduction('满 300 减 10'), thermometer] },
    { 单品满减: '10.00', 应付: '295.00', 拒: ['EXCHANGE_LOCKED'] },
  )
  worked(
    '满减 × 换购：减后恰好 300',
    { cart: [...cart('310.00'), exchanged('乙', 400, 1, '20.00')], promotions: [fullReduction('满 300 减 10'), thermometer] },
    { 满减: '10.00', 应付: '301.00' },
  )
  worked(
    '换购 × 券：换购商品不用券',
    { cart: [...cart('300.00'), exchanged('乙', 400, 1, '20.00')], promotions: [thermometer], coupons: [coupon('满 0 打 90 折', 1)] },
    { 券: '30.00', 应付: '271.00' },
  )
  worked(
    '换购 × 叠加券',
    {
      cart: [...cart('300.00'), exchanged('乙', 400, 1, '20.00')],
      promotions: [thermometer],
      coupons: [coupon('满 300 减 10', 1), coupon('满 301 减 10', 2, { stackable: true })],
    },
    { 券: '10.00', 应付: '291.00' },
  )
  worked(
    '换购金额算进免运费门槛',
    { cart: [...cart('799.00'), exchanged('乙', 400, 1, '20.00')], promotions: [thermometer], shipping: SHIPPING },
    { 运费: '0.00', 应付: '800.00' },
  )
  worked(
    '换购 × 满减：换购商品不参加满减',
    { cart: [...cart('300.00'), exchanged('乙', 400, 1, '20.00')], promotions: [thermometer, fullReduction('满 301 减 10')] },
    { 满减: '0.00', 应付: '301.00' },
  )
  worked(
    '按件数换购：满 10 件',
    {
      cart: [buy('甲', '1.00', 10), exchanged('乙', 420, 1, '20.00')],
      promotions: [exchange([exchangeTier('满 10 件', 42, [['口罩', '0.01']])])],
    },
    { 应付: '10.01' },
  )
  worked(
    '组合算换购门槛；只算组合专区',
    {
      cart: [bundle('丙', 1, [['甲', 1, '300.00']]), exchanged('乙', 400, 1, '20.00')],
      promotions: [exchange([exchangeTier('满 300', 40, [['体温计', '1.00']])], { scope: zone('bundle') })],
    },
    { 应付: '301.00' },
  )
  worked(
    '近效期商品不算换购门槛',
    {
      cart: [buy('甲', '300.00', 1, { offer: { kind: 'near_expiry', price: '300.00' } }), exchanged('乙', 400, 1, '20.00')],
      promotions: [thermometer],
    },
    { 拒: ['EXCHANGE_LOCKED'] },
  )
})
