import { describe } from 'vitest'
import { worked } from './bill.ts'
import { buy, coupon, fullReduction, goodsReduction } from './words.ts'

describe('单品满减', () => {
  worked(
    '一个商品自己达到',
    { cart: [buy('甲', '60.00', 2)], promotions: [goodsReduction('满 100 减 10')] },
    {
      单品满减: '10.00',
      应付: '110.00',
      退: [
        ['甲', 1, '55.00'],
        ['甲', 1, '55.00'],
      ],
    },
  )
  worked(
    '两个商品不能合计',
    { cart: [buy('甲', '60.00', 1), buy('乙', '60.00', 1)], promotions: [goodsReduction('满 100 减 10')] },
    { 单品满减: '0.00', 提示: ['再买 ¥40.00 可减 ¥10.00'] },
  )
  worked(
    '每个商品各减各的',
    { cart: [buy('甲', '100.00', 1), buy('乙', '100.00', 2)], promotions: [goodsReduction('每满 100 减 10')] },
    { 单品满减: '30.00', 各行: { 甲: '90.00', 乙: '180.00' } },
  )
  worked(
    '两个单品满减取减得多的',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [goodsReduction('满 100 减 10', { id: 11 }), goodsReduction('满 1 件 打 80 折', { id: 12 })],
    },
    { 单品满减: '20.00' },
  )
  worked(
    '单品满减 × 满减：满减看单品满减后的金额，差了就不减',
    { cart: [buy('甲', '105.00', 1)], promotions: [goodsReduction('满 100 减 10'), fullReduction('满 100 减 20')] },
    { 单品满减: '10.00', 满减: '0.00', 应付: '95.00' },
  )
  worked(
    '单品满减 × 满减：减后恰好达到，两个都减',
    { cart: [buy('甲', '110.00', 1)], promotions: [goodsReduction('满 100 减 10'), fullReduction('满 100 减 20')] },
    { 单品满减: '10.00', 满减: '20.00', 应付: '80.00', 解释: ['单品满减“满 100 减 10” −¥10.00', '满减“满 100 减 20” −¥20.00'] },
  )
  worked(
    '单品满减 × 券：券的门槛看减后的金额',
    { cart: [buy('甲', '105.00', 1)], promotions: [goodsReduction('满 100 减 10')], coupons: [coupon('满 100 减 20', 1)] },
    { 单品满减: '10.00', 券: '0.00' },
  )
})
