import { describe } from 'vitest'
import { worked } from './bill.ts'
import { buy, coupon, exchange, exchanged, exchangeTier, fullReduction, gift, giftTier, goodsReduction } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('赠品 × 其他', () => {
  const alcohol = gift([giftTier('满 500', 31, [['酒精', 2]])])
  worked(
    '单品满减 × 赠品：看减后的金额',
    { cart: cart('505.00'), promotions: [goodsReduction('满 500 减 10'), alcohol] },
    { 单品满减: '10.00', 赠: [] },
  )
  worked(
    '满减 × 赠品：减后恰好 500 仍赠',
    { cart: cart('530.00'), promotions: [fullReduction('满 500 减 30'), alcohol] },
    { 满减: '30.00', 赠: ['酒精 2 盒'] },
  )
  worked(
    '满减 × 赠品：减后不足就不赠',
    { cart: cart('529.99'), promotions: [fullReduction('满 500 减 30'), alcohol] },
    { 满减: '30.00', 赠: [] },
  )
  worked(
    '赠品 × 券：券在赠品之后算，不影响赠品',
    { cart: cart('500.00'), promotions: [alcohol], coupons: [coupon('满 100 减 50', 1)] },
    { 券: '50.00', 赠: ['酒精 2 盒'], 应付: '450.00' },
  )
  worked(
    '赠品 × 折扣券',
    { cart: cart('500.00'), promotions: [alcohol], coupons: [coupon('满 0 打 90 折', 1)] },
    { 券: '50.00', 赠: ['酒精 2 盒'] },
  )
  worked(
    '赠品 × 换购：都按同一金额各自达到',
    {
      cart: [...cart('500.00'), exchanged('乙', 400, 1, '20.00')],
      promotions: [alcohol, exchange([exchangeTier('满 500', 40, [['体温计', '1.00']])])],
    },
    { 赠: ['酒精 2 盒'], 应付: '501.00' },
  )
  worked(
    '两个赠品活动各赠各的',
    { cart: cart('500.00'), promotions: [alcohol, gift([giftTier('满 300', 35, [['棉签', 1]])], { id: 36 })] },
    { 赠: ['酒精 2 盒', '棉签 1 盒'] },
  )
})
