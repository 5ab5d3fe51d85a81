import { describe, expect, it } from 'vitest'
import { fen } from './money.ts'
import { decidePointsOrder, isOpenToBuyer, type PointsOrderStatus, whyNotTake } from './points.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const goods = {
  kind: 'goods' as const,
  name: '晴雨伞',
  goodsId: null,
  isOnStopList: false,
  points: 100,
  money: fen(0),
  left: 10,
  perBuyer: 5,
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: new Date('2026-12-01T00:00:00Z'),
}
const buyer = { refusal: '', points: 1_000, balance: fen(1_000), takenByMe: 0 }

describe('能不能兑换', () => {
  it.each([
    ['够积分', {}, {}, 1, ''],
    ['刚好用完积分', {}, { points: 300 }, 3, ''],
    ['未开始，按北京时间说何时', { startsAt: new Date('2026-11-25T02:00:00Z') }, {}, 1, '未开始，11月25日 10:00 开始'],
    ['开始的那一刻', { startsAt: NOW }, {}, 1, ''],
    ['结束的那一刻', { endsAt: NOW }, {}, 1, '兑换已结束'],
    ['没有了', { left: 0 }, {}, 1, '已兑完'],
    ['不够这么多', { left: 2 }, {}, 3, '库存不足，仅剩 2 件'],
    ['没有上限', { left: null, perBuyer: null, points: 1 }, {}, 1_000, ''],
    ['超过每家上限', {}, { takenByMe: 4 }, 2, '已达上限，每家限兑 5 件'],
    ['刚好到每家上限', {}, { takenByMe: 3 }, 2, ''],
    ['积分不足', {}, { points: 250 }, 3, '积分不足，还差 50 积分'],
    ['余额不足', { money: fen(600) }, {}, 2, '余额不足，请先充值'],
    ['一次太多优惠券', { kind: 'coupon' as const, left: null, perBuyer: null, points: 1 }, {}, 11, '优惠券一次最多兑换 10 张'],
    ['听起来是药品或器械，却没有指明商品', { name: '电子体温计（软头）' }, {}, 1, '该商品正在补充药品或器械资料，暂不能兑换'],
    ['听不出是药，禁售目录却认得', { isOnStopList: true }, {}, 1, '该商品正在补充药品或器械资料，暂不能兑换'],
    ['指明了商品就由闸门去问', { name: '电子体温计（软头）', goodsId: 7 }, {}, 1, ''],
    ['企业自己的原因', {}, { refusal: '您的企业资质正在审核，通过后可购买' }, 1, '您的企业资质正在审核，通过后可购买'],
  ])('%s', (_title, change, who, number, why) => {
    expect(whyNotTake({ ...goods, ...change }, { ...buyer, ...who }, number, NOW)).toBe(why)
  })

  it('访客先知道有没有，再知道要登录', () => {
    expect(whyNotTake(goods, null, 1, NOW)).toBe('登录后可兑换')
    expect(whyNotTake({ ...goods, left: 0 }, null, 1, NOW)).toBe('已兑完')
  })
})

describe('积分订单的一生', () => {
  const order = (status: PointsOrderStatus, kind: 'goods' | 'coupon' | 'voucher' = 'goods', isPrize = false) => ({ status, kind, isPrize })
  it.each([
    ['placed', 'cancel', 'buyer', { kind: 'move', to: 'cancelled', giveBack: true }],
    ['placed', 'cancel', 'staff', { kind: 'move', to: 'cancelled', giveBack: true }],
    ['cancelled', 'cancel', 'buyer', { kind: 'replay' }],
    ['shipped', 'cancel', 'buyer', { kind: 'refuse', message: '订单待收货，不能取消' }],
    ['completed', 'cancel', 'staff', { kind: 'refuse', message: '订单已完成，不能取消' }],
    ['placed', 'ship', 'staff', { kind: 'move', to: 'shipped', giveBack: false }],
    ['placed', 'ship', 'buyer', { kind: 'refuse', reason: 'NOT_ALLOWED' }],
    ['shipped', 'ship', 'staff', { kind: 'replay' }],
    ['completed', 'ship', 'staff', { kind: 'replay' }],
    ['cancelled', 'ship', 'staff', { kind: 'refuse', message: '订单已取消，不能发货' }],
    ['shipped', 'receive', 'buyer', { kind: 'move', to: 'completed', giveBack: false }],
    ['completed', 'receive', 'buyer', { kind: 'replay' }],
    ['placed', 'receive', 'buyer', { kind: 'refuse', message: '订单待发货，不能确认收货' }],
    ['cancelled', 'receive', 'buyer', { kind: 'refuse', message: '订单已取消，不能确认收货' }],
    ['shipped', 'complete', 'staff', { kind: 'move', to: 'completed', giveBack: false }],
    ['shipped', 'complete', 'buyer', { kind: 'refuse', reason: 'NOT_ALLOWED' }],
    ['placed', 'complete', 'staff', { kind: 'refuse', message: '订单待发货，不能完成' }],
  ] as const)('%s 时 %s（%s）', (status, command, by, decision) => {
    expect(decidePointsOrder(order(status), command, by)).toMatchObject(decision)
  })

  it('优惠券、现金券即时到账，奖品没有花积分，都不能取消', () => {
    expect(decidePointsOrder(order('completed', 'coupon'), 'cancel', 'buyer')).toMatchObject({ message: '优惠券兑换后即时到账，不能取消' })
    expect(decidePointsOrder(order('completed', 'voucher'), 'cancel', 'staff')).toMatchObject({ message: '现金券兑换后即时到账，不能取消' })
    expect(decidePointsOrder(order('placed', 'goods', true), 'cancel', 'buyer')).toMatchObject({ message: '奖品订单不能取消' })
    expect(isOpenToBuyer(order('placed', 'goods', true), 'cancel')).toBe(false)
    expect(isOpenToBuyer(order('placed'), 'cancel')).toBe(true)
    expect(isOpenToBuyer(order('shipped', 'goods', true), 'receive')).toBe(true)
  })
})
