import { describe } from 'vitest'
import {
  brand,
  bundle,
  buy,
  category,
  coupon,
  EVERYTHING,
  exchanged,
  FAR_OFF,
  fullReduction,
  goodsReduction,
  LONG_AGO,
  NOW,
  only,
  worked,
  zone,
} from './words.ts'

describe('满减：一个活动', () => {
  worked('没有任何活动：单价乘数量', { cart: [buy('甲', '9.80', 10)] }, { 商品: '98.00', 应付: '98.00', 积分: 98 })
  worked(
    '满 500 减 30：恰好 500.00 就减',
    { cart: [buy('甲', '50.00', 10)], promotions: [fullReduction('满 500 减 30')] },
    {
      满减: '30.00',
      应付: '470.00',
      退: [
        ['甲', 3, '141.00'],
        ['甲', 7, '329.00'],
      ],
      解释: ['单价 ¥50.00 × 10 盒 = ¥500.00', '满减“满 500 减 30” −¥30.00', '优惠后 ¥470.00'],
    },
  )
  worked(
    '满 500 减 30：差一分不减，提示还差多少',
    { cart: [buy('甲', '499.99', 1)], promotions: [fullReduction('满 500 减 30')] },
    { 满减: '0.00', 应付: '499.99', 参加: { 甲: 20 }, 提示: ['再买 ¥0.01 可减 ¥30.00'] },
  )
  worked(
    '两个商品合计达到，按金额分摊；分不尽的一分归余数最大的行',
    { cart: [buy('甲', '100.00', 1), buy('乙', '200.00', 1)], promotions: [fullReduction('满 300 减 10')] },
    {
      满减: '10.00',
      各行: { 甲: '96.67', 乙: '193.33' },
      退: [
        ['甲', 1, '96.67'],
        ['乙', 1, '193.33'],
      ],
    },
  )
  worked(
    '三盒分三次退，每次退的钱之和恰为实付',
    { cart: [buy('甲', '33.34', 3)], promotions: [fullReduction('满 100 减 10')] },
    {
      应付: '90.02',
      退: [
        ['甲', 1, '30.00'],
        ['甲', 1, '30.01'],
        ['甲', 1, '30.01'],
      ],
    },
  )
  worked(
    '多档取减得最多的一档',
    { cart: [buy('甲', '100.00', 10)], promotions: [fullReduction(['满 500 减 30', '满 1000 减 80'])] },
    { 满减: '80.00' },
  )
  worked(
    '高档差一分时仍享低档',
    { cart: [buy('甲', '999.99', 1)], promotions: [fullReduction(['满 500 减 30', '满 1000 减 80'])] },
    { 满减: '30.00', 提示: ['再买 ¥0.01 可减 ¥80.00'] },
  )
  worked(
    '每满 100 减 5：350 元减三次',
    { cart: [buy('甲', '350.00', 1)], promotions: [fullReduction('每满 100 减 5')] },
    { 满减: '15.00', 提示: ['再买 ¥50.00 可减 ¥20.00'] },
  )
  worked(
    '每满 100 减 5 最多 20：1000 元只减 20',
    { cart: [buy('甲', '1000.00', 1)], promotions: [fullReduction('每满 100 减 5 最多 20')] },
    { 满减: '20.00' },
  )
  worked(
    '满 10 件减 8：按盒数，与金额无关',
    { cart: [buy('甲', '1.00', 4), buy('乙', '2.00', 6)], promotions: [fullReduction('满 10 件 减 8')] },
    { 满减: '8.00', 应付: '8.00' },
  )
  worked(
    '满 10 件减 8：九盒不减',
    { cart: [buy('甲', '100.00', 9)], promotions: [fullReduction('满 10 件 减 8')] },
    { 满减: '0.00', 提示: ['再买 1 盒 可减 ¥8.00'] },
  )
  worked(
    '每满 10 件减 8：25 盒减两次',
    { cart: [buy('甲', '10.00', 25)], promotions: [fullReduction('每满 10 件 减 8')] },
    { 满减: '16.00' },
  )
  worked(
    '减的不超过商品金额',
    { cart: [buy('甲', '0.50', 10)], promotions: [fullReduction('满 10 件 减 8')] },
    { 满减: '5.00', 应付: '0.00' },
  )
  worked(
    '满 500 打 92 折：实付向下取到分',
    { cart: [buy('甲', '500.09', 1)], promotions: [fullReduction('满 500 打 92 折')] },
    { 满减: '40.01', 应付: '460.08' },
  )
  worked(
    '满 500 打 92 折最多减 100',
    { cart: [buy('甲', '2000.00', 1)], promotions: [fullReduction('满 500 打 92 折 最多 100')] },
    { 满减: '100.00' },
  )
  worked(
    '同一活动里打折与直减，取减得多的',
    { cart: [buy('甲', '1000.00', 1)], promotions: [fullReduction(['满 500 减 90', '满 1000 打 92 折'])] },
    { 满减: '90.00' },
  )
})

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
    '指定客户',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [fullReduction('满 100 减 10', { audience: { companyIds: [1] }, startsAt: LONG_AGO, endsAt: FAR_OFF })],
    },
    { 满减: '10.00' },
  )
})

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

describe('单品满减', () => {
  worked(
    '一个商品自己达到',
    { cart: [buy('甲', '60.00', 2)], promotions: [goodsReduction('满 100 减 10')] },
    {
      单品满减: '10.00',
      应付: '110.00',
      退: [
        ['甲', 1, '55.00'],
        ['甲', 1, '55.00'],
      ],
    },
  )
  worked(
    '两个商品不能合计',
    { cart: [buy('甲', '60.00', 1), buy('乙', '60.00', 1)], promotions: [goodsReduction('满 100 减 10')] },
    { 单品满减: '0.00', 提示: ['再买 ¥40.00 可减 ¥10.00'] },
  )
  worked(
    '每个商品各减各的',
    { cart: [buy('甲', '100.00', 1), buy('乙', '100.00', 2)], promotions: [goodsReduction('每满 100 减 10')] },
    { 单品满减: '30.00', 各行: { 甲: '90.00', 乙: '180.00' } },
  )
  worked(
    '两个单品满减取减得多的',
    {
      cart: [buy('甲', '100.00', 1)],
      promotions: [goodsReduction('满 100 减 10', { id: 11 }), goodsReduction('满 1 件 打 80 折', { id: 12 })],
    },
    { 单品满减: '20.00' },
  )
  worked(
    '单品满减 × 满减：满减看单品满减后的金额，差了就不减',
    { cart: [buy('甲', '105.00', 1)], promotions: [goodsReduction('满 100 减 10'), fullReduction('满 100 减 20')] },
    { 单品满减: '10.00', 满减: '0.00', 应付: '95.00' },
  )
  worked(
    '单品满减 × 满减：减后恰好达到，两个都减',
    { cart: [buy('甲', '110.00', 1)], promotions: [goodsReduction('满 100 减 10'), fullReduction('满 100 减 20')] },
    { 单品满减: '10.00', 满减: '20.00', 应付: '80.00', 解释: ['单品满减“满 100 减 10” −¥10.00', '满减“满 100 减 20” −¥20.00'] },
  )
  worked(
    '单品满减 × 券：券的门槛看减后的金额',
    { cart: [buy('甲', '105.00', 1)], promotions: [goodsReduction('满 100 减 10')], coupons: [coupon('满 100 减 20', 1)] },
    { 单品满减: '10.00', 券: '0.00' },
  )
})

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
