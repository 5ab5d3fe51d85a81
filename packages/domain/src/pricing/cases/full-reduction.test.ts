import { describe } from 'vitest'
import { buy, fullReduction, worked } from './words.ts'

describe('满减', () => {
  worked('没有任何活动：单价乘数量', { cart: [buy('甲', '9.80', 10)] }, { 商品: '98.00', 应付: '98.00', 积分: 98 })
  worked(
    '满 500 减 30：恰好 500.00 就减',
    { cart: [buy('甲', '50.00', 10)], promotions: [fullReduction('满 500 减 30')] },
    { 满减: '30.00', 应付: '470.00' },
  )
  worked(
    '满 500 减 30：差一分不减，提示还差多少',
    { cart: [buy('甲', '499.99', 1)], promotions: [fullReduction('满 500 减 30')] },
    { 满减: '0.00', 应付: '499.99', 参加: { 甲: 20 }, 提示: ['再买 ¥0.01 可减 ¥30.00'] },
  )
})
