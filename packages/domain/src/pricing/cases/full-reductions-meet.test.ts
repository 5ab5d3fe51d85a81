import { describe } from 'vitest'
import { worked } from './bill.ts'
import { buy, fullReduction, NOW, only } from './words.ts'

describe('满减 × 满减：每行只参加一个', () => {
  const thirty = fullReduction('满 300 减 30', { id: 21 })
  const fifty = fullReduction('满 300 减 50', { id: 22 })
  worked(
    '同一行两个活动都达到：取减得多的',
    { cart: [buy('甲', '300.00', 1)], promotions: [thirty, fifty] },
    { 满减: '50.00', 参加: { 甲: 22 } },
  )
  worked(
    '两行各够一个活动：拆开参加，两个都减',
    { cart: [buy('甲', '300.00', 1), buy('乙', '300.00', 1)], promotions: [thirty, fifty] },
    { 满减: '80.00', 应付: '520.00' },
  )
  worked(
    '先用大的会断了小的：拆开更省就拆开',
    {
      cart: [buy('甲', '200.00', 1), buy('乙', '100.00', 1), buy('丙', '200.00', 1)],
      promotions: [
        fullReduction('满 200 减 40', { id: 21, scope: only('甲', '乙') }),
        fullReduction('满 300 减 45', { id: 22, scope: only('乙', '丙') }),
      ],
    },
    { 满减: '85.00', 参加: { 甲: 21, 乙: 22, 丙: 22 } },
  )
  worked(
    '买家改选减得少的活动：照买家的',
    { cart: [buy('甲', '300.00', 1, { chose: 21 })], promotions: [thirty, fifty] },
    { 满减: '30.00', 参加: { 甲: 21 } },
  )
  worked('买家选择不参加', { cart: [buy('甲', '300.00', 1, { chose: 0 })], promotions: [thirty, fifty] }, { 满减: '0.00', 参加: { 甲: 0 } })
  worked(
    '所选活动已结束：说明并改用最省的',
    { cart: [buy('甲', '300.00', 1, { chose: 21 })], promotions: [{ ...thirty, endsAt: NOW }, fifty] },
    { 满减: '50.00', 拒: ['FULL_REDUCTION_OVER'] },
  )
  worked(
    '所选活动没达到：照买家的，不减',
    { cart: [buy('甲', '300.00', 1, { chose: 23 })], promotions: [fullReduction('满 900 减 200', { id: 23 }), thirty] },
    { 满减: '0.00', 参加: { 甲: 23 }, 拒: [] },
  )
})
