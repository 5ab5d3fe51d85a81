import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chancesOf, hiddenName, layOut, type PrizeKind, pickPrize, rangeOf, verifyRecord, whyNotDraw } from './draw.ts'

const row = (...weights: number[]) => weights.map((weight, at) => ({ prize_id: at + 1, weight }))

describe('抽中哪个奖品', () => {
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [149, 2],
    [150, 3],
    [999, 3],
  ])('权重 100、50、850 时，随机数 %i 落在第 %i 个奖品', (value, prize) => {
    expect(pickPrize(row(100, 50, 850), value)).toBe(prize)
  })

  it.each([-1, 1000, 0.5, Number.NaN])('不在范围里的随机数 %d 是程序错误', (value) => {
    expect(() => pickPrize(row(100, 50, 850), value)).toThrow(RangeError)
  })

  it('每个随机数恰好对应一个奖品：走遍全部取值，次数等于权重', () => {
    const weights = row(1, 7, 300, 692)
    const hits = Map.groupBy(
      Array.from({ length: rangeOf(weights) }, (_, value) => value),
      (value) => pickPrize(weights, value),
    )
    expect([...hits.entries()].map(([prize, values]) => [prize, values.length])).toEqual(weights.map((lot) => [lot.prize_id, lot.weight]))
  })

  it('十万个随机数的分布与权重相符（卡方检验，千分之一界）', () => {
    const weights = row(5, 25, 70, 200, 300, 400, 1000, 3000)
    const range = rangeOf(weights)
    const draws = 100_000
    // xorshift32 with a fixed seed: the same hundred thousand values on every run.
    let state = 20_261_121
    const hits = new Map<number, number>()
    for (let turn = 0; turn < draws; turn++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      const prize = pickPrize(weights, Math.floor(((state >>> 0) / 2 ** 32) * range))
      hits.set(prize, (hits.get(prize) ?? 0) + 1)
    }
    const chiSquare = weights.reduce((sum, { prize_id, weight }) => {
      const expected = (draws * weight) / range
      return sum + ((hits.get(prize_id) ?? 0) - expected) ** 2 / expected
    }, 0)
    // 7 degrees of freedom, p = 0.001.
    expect(chiSquare).toBeLessThan(24.32)
  })

  it('抽完的奖品不再参与，没有上限的一直参与', () => {
    const lots = [
      { id: 3, kind: 'goods', weight: 5, left: 0 },
      { id: 1, kind: 'coupon', weight: 10, left: 2 },
      { id: 2, kind: 'points', weight: 20, left: null },
    ] as const
    expect(layOut(lots)).toEqual([
      { prize_id: 1, weight: 10 },
      { prize_id: 2, weight: 20 },
    ])
    expect(layOut(lots.map((lot) => ({ ...lot, left: 0 })))).toEqual([])
  })

  it('抽完的奖品，中奖率归未中奖：其余奖品的中奖率不变', () => {
    const lot = (id: number, kind: PrizeKind, weight: number, left: number | null) => ({ id, kind, weight, left })
    const lots = [lot(1, 'goods', 1, 0), lot(2, 'voucher', 9, 3), lot(3, 'none', 90, null)]
    expect(layOut(lots)).toEqual([
      { prize_id: 2, weight: 9 },
      { prize_id: 3, weight: 91 },
    ])
  })

  it('任何权重下，记录可以复算；改动奖品、随机数或权重都能看出来', () => {
    const lots = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(lots, fc.nat(), (weights, seed) => {
        const laidOut = row(...weights)
        const randomRange = rangeOf(laidOut)
        const randomValue = seed % randomRange
        const record = { weights: laidOut, randomRange, randomValue, prizeId: pickPrize(laidOut, randomValue) }
        expect(verifyRecord(record)).toBe(true)
        expect(verifyRecord({ ...record, prizeId: (record.prizeId % weights.length) + 1 })).toBe(false)
        expect(verifyRecord({ ...record, prizeId: null })).toBe(false)
        expect(verifyRecord({ ...record, randomValue: randomRange })).toBe(false)
        expect(verifyRecord({ ...record, randomValue: -1 })).toBe(false)
        expect(verifyRecord({ ...record, weights: laidOut.slice(1) })).toBe(false)
      }),
    )
  })
})

describe('抽奖机会', () => {
  it.each([
    ['今天没抽过', { perDay: 1, drawnToday: 0, granted: 0, used: 0 }, 1, false],
    ['今天抽过', { perDay: 1, drawnToday: 1, granted: 0, used: 0 }, 0, true],
    ['每天三次抽过两次', { perDay: 3, drawnToday: 2, granted: 0, used: 0 }, 1, false],
    ['今天抽过，另有两次', { perDay: 1, drawnToday: 1, granted: 2, used: 0 }, 2, true],
    ['今天抽过两次，用掉一次额外机会', { perDay: 1, drawnToday: 2, granted: 2, used: 1 }, 1, true],
    ['只有额外机会', { perDay: 0, drawnToday: 0, granted: 1, used: 0 }, 1, true],
    ['额外机会用完', { perDay: 0, drawnToday: 3, granted: 3, used: 3 }, 0, true],
    ['额外机会不随日子作废，当天的先用', { perDay: 2, drawnToday: 0, granted: 5, used: 2 }, 5, false],
  ] as const)('%s', (_title, tally, left, nextIsExtra) => {
    expect(chancesOf(tally)).toEqual({ left, nextIsExtra })
  })

  const terms = {
    startsAt: new Date('2026-11-20T00:00:00Z'),
    endsAt: new Date('2026-11-30T00:00:00Z'),
    isOpen: true,
    perDay: 1,
  }
  const drawer = { refusal: '', isInvited: true }
  const now = new Date('2026-11-21T00:00:00Z')
  it.each([
    ['可以抽', {}, {}, 1, true, ''],
    ['还没开始', { startsAt: new Date('2026-11-22T00:00:00Z') }, {}, 1, true, '活动未开始'],
    ['结束的那一刻', { endsAt: now }, {}, 1, true, '活动已结束'],
    ['被运营停止', { isOpen: false }, {}, 1, true, '活动已暂停'],
    ['企业未通过审核', {}, { refusal: '您的企业资质正在审核，通过后可购买' }, 1, true, '您的企业资质正在审核，通过后可购买'],
    ['不在邀请之列', {}, { isInvited: false }, 1, true, '本次抽奖面向指定客户'],
    ['奖品抽完', {}, {}, 1, false, '奖品已全部抽完'],
    ['今天的机会用完', {}, {}, 0, true, '今天的抽奖机会已用完，明天再来'],
    ['没有每天的机会', { perDay: 0 }, {}, 0, true, '暂无抽奖机会'],
  ] as const)('%s', (_title, change, who, chances, hasPrizes, why) => {
    expect(whyNotDraw({ ...terms, ...change }, { ...drawer, ...who }, chances, hasPrizes, now)).toBe(why)
  })
})

describe('别家企业的名称只露地方和行业', () => {
  it.each([
    ['溪桥大药房（云岩店）', '贵阳市', '贵阳***大药房'],
    ['明善中医诊所', '昆明市', '昆明***中医诊所'],
    ['山茶连锁药业有限公司', '重庆市', '重庆***有限公司'],
    ['石门村卫生室', '恩施土家族苗族自治州', '恩施土家族苗族***卫生室'],
    ['测试', '', '测***'],
    ['', '', '***'],
  ])('%s（%s）→ %s', (name, city, shown) => {
    expect(hiddenName(name, city)).toBe(shown)
  })
})
