import { describe } from 'vitest'
import { worked } from './bill.ts'
import { bundle, buy, gift, giftTier, NOW, only } from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('赠品', () => {
  const THREE: Parameters<typeof giftTier>[2] = [
    ['酒精', 1],
    ['棉签', 1],
    ['口罩', 1],
  ]
  const oneOfThree = gift([giftTier('满 500', 31, THREE, 1)])
  const alcohol = gift([giftTier('满 500', 31, [['酒精', 2]])])
  worked('满 500 赠：恰好达到', { cart: cart('500.00'), promotions: [alcohol] }, { 赠: ['酒精 2 盒'], 应付: '500.00' })
  worked('满 500 赠：差一分不赠，提示', { cart: cart('499.99'), promotions: [alcohol] }, { 赠: [], 提示: ['再买 ¥0.01 可得 酒精'] })
  worked(
    '活动结束那一刻不赠',
    { cart: cart('500.00'), promotions: [gift([giftTier('满 500', 31, [['酒精', 2]])], { endsAt: NOW })] },
    { 赠: [] },
  )
  worked(
    '买 10 赠 1：恰好 10 盒',
    { cart: [buy('甲', '5.00', 10)], promotions: [gift([giftTier('每满 10 件', 31, [['同款', 1]])], { scope: only('甲') })] },
    { 赠: ['同款 1 盒'] },
  )
  worked(
    '买 10 赠 1：29 盒赠 2',
    { cart: [buy('甲', '5.00', 29)], promotions: [gift([giftTier('每满 10 件', 31, [['同款', 1]])], { scope: only('甲') })] },
    { 赠: ['同款 2 盒'] },
  )
  worked(
    '只给达到的最高一档',
    { cart: cart('1000.00'), promotions: [gift([giftTier('满 500', 31, [['酒精', 2]]), giftTier('满 1000', 32, [['血压计', 1]])])] },
    { 赠: ['血压计 1 盒'] },
  )
  worked(
    '赠品只剩 3，要赠 4：按整份赠 2',
    { cart: cart('1000.00'), promotions: [gift([giftTier('每满 500', 31, [['酒精', 2, 3]])])] },
    { 赠: ['酒精 2 盒'] },
  )
  worked(
    '赠完了就没有，不影响下单',
    { cart: cart('500.00'), promotions: [gift([giftTier('满 500', 31, [['酒精', 2, 1]])])] },
    { 赠: [], 拒: [] },
  )
  worked(
    '三选一：没选时给第一种',
    {
      cart: cart('500.00'),
      promotions: [oneOfThree],
    },
    { 赠: ['酒精 1 盒'] },
  )
  worked(
    '三选一：第一种赠完给下一种',
    {
      cart: cart('500.00'),
      promotions: [
        gift([
          giftTier(
            '满 500',
            31,
            [
              ['酒精', 1, 0],
              ['棉签', 1],
            ],
            1,
          ),
        ]),
      ],
    },
    { 赠: ['棉签 1 盒'] },
  )
  worked(
    '三选一：买家选第三种',
    {
      cart: cart('500.00'),
      useGifts: [312],
      promotions: [oneOfThree],
    },
    { 赠: ['口罩 1 盒'], 拒: [] },
  )
  worked(
    '三选一：买家选了两种，只给先列的',
    {
      cart: cart('500.00'),
      useGifts: [312, 311],
      promotions: [oneOfThree],
    },
    { 赠: ['棉签 1 盒'], 拒: ['GIFT_TOO_MANY'] },
  )
  worked('买家不要赠品', { cart: cart('500.00'), useGifts: [], promotions: [alcohol] }, { 赠: [], 拒: [] })
  worked('选了没达到的赠品：拒绝', { cart: cart('499.00'), useGifts: [310], promotions: [alcohol] }, { 赠: [], 拒: ['GIFT_LOCKED'] })
  worked(
    '选了已赠完的赠品：拒绝',
    { cart: cart('500.00'), useGifts: [310], promotions: [gift([giftTier('满 500', 31, [['酒精', 2, 0]])])] },
    { 赠: [], 拒: ['GIFT_GONE'] },
  )
  worked('选了不存在的赠品：拒绝', { cart: cart('500.00'), useGifts: [9], promotions: [alcohol] }, { 赠: [], 拒: ['GIFT_LOCKED'] })
  worked(
    '秒杀商品不算赠品门槛',
    { cart: [buy('甲', '500.00', 1, { offer: { kind: 'flash', price: '500.00' } })], promotions: [alcohol] },
    { 赠: [] },
  )
  worked('含麻商品不算赠品门槛', { cart: [buy('甲', '500.00', 1, { ephedrine: true })], promotions: [alcohol] }, { 赠: [] })
  worked(
    '组合算赠品门槛',
    {
      cart: [
        bundle('丙', 1, [
          ['甲', 1, '300.00'],
          ['乙', 1, '200.00'],
        ]),
      ],
      promotions: [alcohol],
    },
    { 赠: ['酒精 2 盒'] },
  )
  worked(
    '福利专区的商品算赠品门槛，按打折后的金额',
    { cart: [buy('甲', '531.00', 1, { offer: { kind: 'welfare', percent: 94 } })], promotions: [alcohol] },
    { 商品: '499.14', 赠: [] },
  )
})
