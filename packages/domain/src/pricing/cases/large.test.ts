import { describe } from 'vitest'
import { SHIPPING, worked } from './bill.ts'
import { buy, coupon, fullReduction, only } from './words.ts'

const TWENTY = [...'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉']
const cart = (count: number, price: string) => TWENTY.slice(0, count).map((sign) => buy(sign, price, 1))

/** Too many ways to try them all: the search must still find what a buyer with a pencil would. */
describe('商品多时的选择', () => {
  worked(
    '先给减得多的活动会断了另一个：把刚够的行让出去，两个都减',
    {
      cart: cart(16, '100.00'),
      promotions: [
        fullReduction('满 1000 减 100', { id: 21 }),
        fullReduction('满 600 减 90', { id: 22, scope: only(...TWENTY.slice(0, 8)) }),
      ],
    },
    { 满减: '190.00', 应付: '1410.00' },
  )
  worked(
    '三个活动抢同一批商品：各凑各的一档',
    {
      cart: cart(18, '50.00'),
      promotions: [
        fullReduction('满 400 减 50', { id: 21 }),
        fullReduction('满 300 减 40', { id: 22, scope: only(...TWENTY.slice(0, 9)) }),
        fullReduction('满 200 减 30', { id: 23, scope: only(...TWENTY.slice(9, 14)) }),
      ],
    },
    { 满减: '120.00' },
  )
  worked(
    '一行改投别的活动更省就改投',
    {
      cart: cart(14, '100.00'),
      promotions: [fullReduction('满 1300 减 130', { id: 21 }), fullReduction('满 1 件 打 70 折', { id: 22, scope: only('甲') })],
    },
    { 满减: '160.00' },
  )
  worked(
    '不参加满减才够得着更大的券时，不参加',
    { cart: cart(15, '100.00'), promotions: [fullReduction('满 1500 减 10')], coupons: [coupon('满 1500 减 200', 1)] },
    { 满减: '0.00', 券: '200.00' },
  )
  const manyCoupons = (amount: string) =>
    Array.from({ length: 8 }, (_, index) => coupon(`满 100 减 ${amount}`, index + 1, { stackable: true }))
  worked(
    '八张可叠加的券全用，另加最大的一张不可叠加的',
    { cart: cart(20, '100.00'), coupons: [...manyCoupons('5'), coupon('满 500 减 40', 11), coupon('满 500 减 60', 12)] },
    { 券: '100.00', 用券: [12, 1, 2, 3, 4, 5, 6, 7, 8] },
  )
  worked(
    '八张一元的券加起来抵不过失去的免运费：一张也不用',
    { cart: cart(20, '40.00'), coupons: manyCoupons('1'), shipping: SHIPPING },
    { 券: '0.00', 运费: '0.00', 应付: '800.00' },
  )
  worked(
    '范围里只剩几元可抵：多余的券留着不用',
    {
      cart: cart(20, '100.00'),
      coupons: Array.from({ length: 8 }, (_, index) => coupon('满 0 减 60', index + 1, { stackable: true, scope: only('甲') })),
    },
    { 券: '100.00', 用券: [1, 2] },
  )
})
