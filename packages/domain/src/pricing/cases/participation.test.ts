import { describe } from 'vitest'
import { worked } from './bill.ts'
import { brand, buy, category, EVERYTHING, FAR_OFF, fullReduction, LONG_AGO, NOW, only, zone } from './words.ts'

describe('满减：谁参加、何时参加', () => {
  const off = (scope = EVERYTHING) => fullReduction('满 100 减 10', { scope })
  worked('只算范围内的商品', { cart: [buy('甲', '99.00', 1), buy('乙', '500.00', 1)], promotions: [off(only('甲'))] }, { 满减: '0.00' })
  worked('按分类', { cart: [buy('甲', '100.00', 1, { category: 3 })], promotions: [off(category(3))] }, { 满减: '10.00' })
  worked('按品牌', { cart: [buy('甲', '100.00', 1, { brand: 8 })], promotions: [off(brand(8))] }, { 满减: '10.00' })
  worked('按专区', { cart: [buy('甲', '100.00', 1, { zones: ['herb'] })], promotions: [off(zone('herb'))] }, { 满减: '10.00' })
  worked(
    '全场但除外某商品',
    { cart: [buy('甲', '100.00', 1), buy('乙', '60.00', 1)], promotions: [off({ ...EVERYTHING, excludedGoodsIds: [1] })] },
    { 满减: '0.00' },
  )
  worked(
    '开始那一刻有效',
    { cart: [buy('甲', '100.00', 1)], promotions: [fullReduction('满 100 减 10', { startsAt: NOW })] },
    { 满减: '10.00' },
  )
  worked(
    '结束那一刻无效',
    { cart: [buy('甲', '100.00', 1)], promotions: [fullReduction('满 100 减 10', { endsAt: NOW })] },
    { 满减: '0.00' },
  )
  worked(
    '不是活动的客户类型：不减',
    { cart: [buy('甲', '100.00', 1)], promotions: [fullReduction('满 100 减 10', { audience: { companyTypes: ['诊所'] } })] },
    { 满减: '0.00' },
  )
  worked(
    '客户类型与省份都要符合',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [fullReduction('满 100 减 10', { audience: { companyTypes: ['单体药店'], provinces: ['四川省'] } })],
    },
    { 满减: '0.00' },
  )
  worked(
    '按城市：在这个市',
    { cart: [buy('甲', '100.00', 1)], promotions: [fullReduction('满 100 减 10', { audience: { cities: ['贵州省贵阳市'] } })] },
    { 满减: '10.00' },
  )
  worked(
    '按城市：同省的另一个市不减，外省同名的市也不减',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [fullReduction('满 100 减 10', { audience: { cities: ['贵州省遵义市', '四川省贵阳市'] } })],
    },
    { 满减: '0.00' },
  )
  worked(
    '省与市写在一起：有一处就够',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [fullReduction('满 100 减 10', { audience: { provinces: ['四川省'], cities: ['贵州省贵阳市'] } })],
    },
    { 满减: '10.00' },
  )
  worked(
    '指定客户',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [fullReduction('满 100 减 10', { audience: { companyIds: [1] }, startsAt: LONG_AGO, endsAt: FAR_OFF })],
    },
    { 满减: '10.00' },
  )
})
