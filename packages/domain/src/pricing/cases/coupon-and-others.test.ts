import { describe } from 'vitest'
import { worked } from './bill.ts'
import { bundle, buy, coupon, fullReduction, goodsReduction, only, zone } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('优惠券 × 价格与满减', () => {
  const ten = [coupon('满 100 减 10', 1)]
  worked(
    '秒杀商品不能用券',
    { cart: [buy('甲', '100.00', 1, { offer: { kind: 'flash', price: '100.00' } })], coupons: ten },
    { 券: '0.00' },
  )
  worked(
    '近效期商品不能用券',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'near_expiry', price: '100.00' } })], coupons: ten },
    { 券: '0.00' },
  )
  worked(
    '每日特价可以用券',
    { cart: [buy('甲', '120.00', 1, { offer: { kind: 'daily', price: '100.00' } })], coupons: ten },
    { 券: '10.00' },
  )
  worked(
    '整件价注明不能用券、能满减',
    {
      cart: [buy('甲', '1.20', 100, { offer: { kind: 'whole_case', price: '1.00', couponOk: false } })],
      coupons: ten,
      promotions: [fullReduction('满 100 减 8')],
    },
    { 券: '0.00', 满减: '8.00', 解释: ['整件价商品不参加优惠券'] },
  )
  worked(
    '福利专区可以用券',
    { cart: [buy('甲', '107.00', 1, { offer: { kind: 'welfare', percent: 94 } })], coupons: ten },
    { 券: '10.00', 应付: '90.58' },
  )
  worked(
    '福利专区注明不能用券',
    { cart: [buy('甲', '107.00', 1, { offer: { kind: 'welfare', percent: 94, couponOk: false } })], coupons: ten },
    { 券: '0.00' },
  )
  worked(
    '阶梯价到档后金额下来，券就够不着',
    { cart: [buy('甲', '5.50', 19, { ladder: { type: 0, steps: { 19: '5.20' } } })], coupons: ten },
    { 商品: '98.80', 券: '0.00' },
  )
  worked('专属价可以用券', { cart: [buy('甲', '120.00', 1, { company: '100.00' })], coupons: ten }, { 券: '10.00' })
  worked(
    '组合可以用券',
    {
      cart: [
        bundle('丙', 1, [
          ['甲', 2, '30.00'],
          ['乙', 1, '40.00'],
        ]),
      ],
      coupons: ten,
    },
    { 券: '10.00' },
  )
  worked(
    '组合专区的券',
    {
      cart: [
        bundle('丙', 1, [
          ['甲', 2, '30.00'],
          ['乙', 1, '40.00'],
        ]),
        buy('丁', '500.00', 1),
      ],
      coupons: [coupon('满 100 减 10', 1, { scope: zone('bundle') })],
    },
    { 券: '10.00', 各行: { 丙: '90.00', 丁: '500.00' } },
  )
  worked(
    '组合注明不能用券',
    {
      cart: [
        bundle(
          '丙',
          1,
          [
            ['甲', 2, '30.00'],
            ['乙', 1, '40.00'],
          ],
          { couponOk: false },
        ),
      ],
      coupons: ten,
    },
    { 券: '0.00' },
  )
  worked(
    '满减 × 直减券：券看满减后的金额',
    { cart: cart('110.00'), promotions: [fullReduction('满 100 减 10')], coupons: ten },
    { 满减: '10.00', 券: '10.00', 应付: '90.00' },
  )
  worked(
    '满减 × 直减券：参加满减就用不上更大的券时，不参加满减更省',
    { cart: cart('109.99'), promotions: [fullReduction('满 100 减 10')], coupons: [coupon('满 100 减 20', 1)] },
    { 满减: '0.00', 券: '20.00', 应付: '89.99', 参加: { 甲: 0 } },
  )
  worked(
    '满减 × 直减券：买家定要参加满减，券就不够',
    { cart: [buy('甲', '109.99', 1, { chose: 20 })], promotions: [fullReduction('满 100 减 10')], coupons: [coupon('满 100 减 20', 1)] },
    { 满减: '10.00', 券: '0.00', 应付: '99.99' },
  )
  worked(
    '满减 × 折扣券',
    { cart: cart('200.00'), promotions: [fullReduction('满 200 减 20')], coupons: [coupon('满 0 打 90 折', 1)] },
    { 满减: '20.00', 券: '18.00', 应付: '162.00' },
  )
  worked(
    '满减打折 × 折扣券',
    { cart: cart('200.00'), promotions: [fullReduction('满 200 打 92 折')], coupons: [coupon('满 0 打 90 折', 1)] },
    { 满减: '16.00', 券: '18.40', 应付: '165.60' },
  )
  worked(
    '满减 × 叠加券',
    {
      cart: cart('200.00'),
      promotions: [fullReduction('满 200 减 20')],
      coupons: [coupon('满 180 减 8', 1), coupon('满 180 减 2', 2, { stackable: true })],
    },
    { 满减: '20.00', 券: '10.00', 应付: '170.00' },
  )
  worked(
    '单品满减 × 满减 × 券，依次算，分两次退恰为实付',
    {
      cart: [buy('甲', '100.00', 3), buy('乙', '50.00', 1)],
      promotions: [goodsReduction('满 300 减 30', { scope: only('甲') }), fullReduction('满 300 减 32')],
      coupons: [coupon('满 288 打 90 折', 1)],
    },
    {
      单品满减: '30.00',
      满减: '32.00',
      券: '28.80',
      应付: '259.20',
      各行: { 甲: '218.70', 乙: '40.50' },
      退: [
        ['甲', 1, '72.90'],
        ['乙', 1, '40.50'],
        ['甲', 2, '145.80'],
      ],
    },
  )
})
