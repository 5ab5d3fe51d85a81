import { describe } from 'vitest'
import { worked } from './bill.ts'
import { bundle, buy, exchanged, fullReduction, only, zone } from './words.ts'

describe('满减 × 组合与换购', () => {
  const parts = [
    ['甲', 2, '30.00'],
    ['乙', 1, '40.00'],
  ] as const
  worked(
    '组合按组合价，参加满减，减的钱分到每个商品',
    { cart: [bundle('丙', 1, parts)], promotions: [fullReduction('满 100 减 10')] },
    { 商品: '100.00', 满减: '10.00', 应付: '90.00' },
  )
  worked(
    '组合里有一个商品不在范围，整个组合不参加',
    { cart: [bundle('丙', 1, parts)], promotions: [fullReduction('满 100 减 10', { scope: only('甲') })] },
    { 满减: '0.00' },
  )
  worked(
    '范围写明组合专区，组合参加',
    { cart: [bundle('丙', 1, parts)], promotions: [fullReduction('满 100 减 10', { scope: zone('bundle') })] },
    { 满减: '10.00' },
  )
  worked(
    '组合注明不参加满减',
    { cart: [bundle('丙', 1, parts, { fullReductionOk: false })], promotions: [fullReduction('满 100 减 10')] },
    { 满减: '0.00' },
  )
  worked(
    '两套组合分两次退，恰为实付',
    {
      cart: [
        bundle('丙', 2, [
          ['甲', 1, '33.33'],
          ['乙', 1, '33.34'],
        ]),
      ],
      promotions: [fullReduction('满 100 减 10')],
    },
    {
      应付: '123.34',
      退: [
        ['丙', 1, '61.67'],
        ['丙', 1, '61.67'],
      ],
    },
  )
  worked(
    '换购商品的活动已结束：不能买，不计价',
    { cart: [buy('甲', '100.00', 1), exchanged('乙', 400, 1, '20.00')] },
    { 商品: '100.00', 拒: ['EXCHANGE_LOCKED'] },
  )
})
