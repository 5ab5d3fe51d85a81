import { describe } from 'vitest'
import { worked } from './bill.ts'
import { buy, fullReduction, NOW } from './words.ts'

describe('满减 × 价格', () => {
  const off = fullReduction('满 100 减 10')
  worked(
    '秒杀商品不参加满减',
    { cart: [buy('甲', '100.00', 1, { offer: { kind: 'flash', price: '90.00' } }), buy('乙', '50.00', 1)], promotions: [off] },
    { 商品: '140.00', 满减: '0.00', 单价: { 甲: '90.00' } },
  )
  worked(
    '秒杀商品注明可参加时参加',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'flash', price: '100.00', fullReductionOk: true } })], promotions: [off] },
    { 满减: '10.00' },
  )
  worked(
    '秒杀已结束：恢复原价，也参加满减',
    {
      cart: [buy('甲', '100.00', 1, { offer: { kind: 'flash', price: '90.00', endsAt: NOW, fullReductionOk: false } })],
      promotions: [off],
    },
    { 商品: '100.00', 满减: '10.00' },
  )
  worked(
    '每日特价参加满减',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'daily', price: '100.00' } })], promotions: [off] },
    { 满减: '10.00', 应付: '90.00', 解释: ['每日特价 ¥100.00 × 1 盒 = ¥100.00'] },
  )
  worked(
    '每日特价注明不参加时不参加',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'daily', price: '100.00', fullReductionOk: false } })], promotions: [off] },
    { 满减: '0.00' },
  )
  worked(
    '近效期商品不参加满减',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'near_expiry', price: '100.00' } })], promotions: [off] },
    { 满减: '0.00', 解释: ['近效期特价商品不参加满减、赠品和换购，也不能用优惠券'] },
  )
  worked(
    '整件价参加满减',
    { cart: [buy('甲', '1.20', 100, { offer: { kind: 'whole_case', price: '1.00' } })], promotions: [off] },
    { 商品: '100.00', 满减: '10.00' },
  )
  worked(
    '阶梯价（N 起）：到 20 盒的价再算满减',
    { cart: [buy('甲', '6.00', 20, { ladder: { type: 0, steps: { 20: '5.00' } } })], promotions: [off] },
    { 商品: '100.00', 满减: '10.00' },
  )
  worked(
    '阶梯价（N 以内）：10 盒以内的价',
    { cart: [buy('甲', '12.00', 10, { ladder: { type: 1, steps: { 10: '10.00' } } })], promotions: [off] },
    { 商品: '100.00', 满减: '10.00' },
  )
  worked(
    '阶梯价（N 以内）：超出上限用原价',
    { cart: [buy('甲', '12.00', 11, { ladder: { type: 1, steps: { 10: '10.00' } } })], promotions: [off] },
    { 商品: '132.00' },
  )
  worked(
    '阶梯价（N 起）没到：提示再买几盒',
    { cart: [buy('甲', '6.00', 19, { ladder: { type: 0, steps: { 20: '5.00' } } })] },
    { 商品: '114.00', 提示: ['再买 1 盒享 ¥5.00，每盒再省 ¥1.00'] },
  )
  worked(
    '专属价先于等级价，再算满减',
    { cart: [buy('甲', '120.00', 1, { company: '100.00', rank: '110.00' })], promotions: [off] },
    { 商品: '100.00', 满减: '10.00' },
  )
  worked(
    '等级价差一分达不到满减',
    { cart: [buy('甲', '120.00', 1, { rank: '99.99' })], promotions: [off] },
    { 商品: '99.99', 满减: '0.00' },
  )
  worked(
    '福利专区 94 折后参加满减',
    { cart: [buy('甲', '107.00', 1, { offer: { kind: 'welfare', percent: 94 } })], promotions: [off] },
    { 商品: '100.58', 满减: '10.00', 应付: '90.58' },
  )
  worked(
    '福利专区乘在专属价上',
    { cart: [buy('甲', '120.00', 1, { company: '99.99', offer: { kind: 'welfare', percent: 94 } })] },
    { 商品: '93.99' },
  )
  worked(
    '福利专区乘在阶梯价上',
    { cart: [buy('甲', '12.00', 10, { ladder: { type: 0, steps: { 10: '9.99' } }, offer: { kind: 'welfare', percent: 94 } })] },
    { 商品: '93.90' },
  )
  worked(
    '没有价格的商品不能买，其余照算',
    {
      cart: [
        buy('乙', '100.00', 1),
        {
          ...buy('甲', '1.00', 1),
          sale: {
            kind: 'goods',
            goods: { goodsId: 1, categoryIds: [], manufacturerId: null, zones: [] },
            price: { basePrice: null, rankPrice: null, companyPrice: null, ladder: null, offer: null },
            offerTerms: null,
          },
        },
      ],
      promotions: [off],
    },
    { 商品: '100.00', 满减: '10.00', 拒: ['NO_PRICE'] },
  )
})
