import { describe } from 'vitest'
import {
  bundle,
  buy,
  cashback,
  coupon,
  exchange,
  exchanged,
  exchangeTier,
  fullReduction,
  gift,
  giftTier,
  goodsReduction,
  NOW,
  only,
  SHIPPING,
  worked,
  zone,
} from './words.ts'

const cart = (amount: string) => [buy('甲', amount, 1)]

describe('赠品', () => {
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
      promotions: [
        gift([
          giftTier(
            '满 500',
            31,
            [
              ['酒精', 1],
              ['棉签', 1],
              ['口罩', 1],
            ],
            1,
          ),
        ]),
      ],
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
      promotions: [
        gift([
          giftTier(
            '满 500',
            31,
            [
              ['酒精', 1],
              ['棉签', 1],
              ['口罩', 1],
            ],
            1,
          ),
        ]),
      ],
    },
    { 赠: ['口罩 1 盒'], 拒: [] },
  )
  worked(
    '三选一：买家选了两种，只给先列的',
    {
      cart: cart('500.00'),
      useGifts: [312, 311],
      promotions: [
        gift([
          giftTier(
            '满 500',
            31,
            [
              ['酒精', 1],
              ['棉签', 1],
              ['口罩', 1],
            ],
            1,
          ),
        ]),
      ],
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

describe('现金券、余额、返现与积分', () => {
  const back = cashback([
    ['500', '10'],
    ['1000', '30'],
  ])
  worked('现金券先于余额', { cart: cart('100.00'), voucher: '30', balance: '50' }, { 现金券: '30.00', 余额: '50.00', 应付: '20.00' })
  worked('现金券够了就不动余额', { cart: cart('100.00'), voucher: '300', balance: '50' }, { 现金券: '100.00', 余额: '0.00', 应付: '0.00' })
  worked('现金券也付运费', { cart: cart('100.00'), voucher: '112', shipping: SHIPPING }, { 运费: '12.00', 现金券: '112.00', 应付: '0.00' })
  worked(
    '含麻订单只能对公转账：现金券和余额都不用在它上面',
    { cart: [buy('甲', '100.00', 1), buy('乙', '50.00', 1, { ephedrine: true })], voucher: '60', balance: '500' },
    { 现金券: '60.00', 余额: '40.00', 订单: { '1-pt': '0.00', '1-hm': '50.00' } },
  )
  worked(
    '两个订单按应付分摊余额',
    { cart: [buy('甲', '100.00', 1), buy('乙', '200.00', 1, { warehouse: 2 })], balance: '100' },
    { 余额: '100.00', 订单: { '1-pt': '66.67', '2-pt': '133.33' } },
  )
  worked(
    '券 × 现金券 × 余额',
    { cart: cart('100.00'), coupons: [coupon('满 100 减 10', 1)], voucher: '40', balance: '20' },
    { 券: '10.00', 现金券: '40.00', 余额: '20.00', 应付: '30.00' },
  )
  worked('满 500 返 10：恰好达到', { cart: cart('500.00'), promotions: [back] }, { 返现: '10.00', 应付: '500.00', 积分: 500 })
  worked('差一分不返，提示', { cart: cart('499.99'), promotions: [back] }, { 返现: '0.00', 积分: 499, 提示: ['再买 ¥0.01 可返 ¥10.00'] })
  worked('返现取最高一档', { cart: cart('1000.00'), promotions: [back] }, { 返现: '30.00' })
  worked(
    '返现 × 满减：看减后的金额',
    { cart: cart('1000.00'), promotions: [fullReduction('满 1000 减 50'), back] },
    { 满减: '50.00', 返现: '10.00', 积分: 950 },
  )
  worked(
    '返现 × 券：看用券后的金额',
    { cart: cart('500.00'), promotions: [back], coupons: [coupon('满 100 减 10', 1)] },
    { 返现: '0.00', 积分: 490 },
  )
  worked(
    '返现 × 运费：运费不算',
    { cart: cart('495.00'), promotions: [back], shipping: SHIPPING },
    { 运费: '12.00', 返现: '0.00', 积分: 495 },
  )
  worked(
    '返现 × 现金券与余额：怎样付的不影响',
    { cart: cart('500.00'), promotions: [back], voucher: '300', balance: '200' },
    { 应付: '0.00', 返现: '10.00', 积分: 500 },
  )
  worked(
    '返现按订单：两仓各 300 不返',
    { cart: [buy('甲', '300.00', 1), buy('乙', '300.00', 1, { warehouse: 2 })], promotions: [back] },
    { 返现: '0.00', 积分: 600 },
  )
  worked(
    '返现 × 秒杀：秒杀商品也算',
    { cart: [buy('甲', '600.00', 1, { offer: { kind: 'flash', price: '500.00' } })], promotions: [back] },
    { 返现: '10.00' },
  )
  worked(
    '返现 × 换购：换购商品不算返现，算积分',
    {
      cart: [...cart('499.50'), exchanged('乙', 400, 1, '20.00')],
      promotions: [back, exchange([exchangeTier('满 300', 40, [['体温计', '1.00']])])],
    },
    { 返现: '0.00', 积分: 500 },
  )
  worked(
    '返现 × 福利专区',
    { cart: [buy('甲', '600.00', 1, { offer: { kind: 'welfare', percent: 94 } })], promotions: [back] },
    { 应付: '564.00', 返现: '10.00' },
  )
  worked('含麻商品不给积分', { cart: [buy('甲', '100.00', 1), buy('乙', '50.00', 1, { ephedrine: true })] }, { 积分: 100 })
  worked('积分按整元', { cart: cart('99.99') }, { 积分: 99 })
})
