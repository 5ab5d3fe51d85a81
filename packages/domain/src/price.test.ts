import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fen } from './money.ts'
import { ladderStep, ladderText, type Offer, type PriceInput, unitPrice } from './price.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const offer = (over: Partial<Offer> = {}): Offer => ({
  id: 1,
  kind: 'flash',
  price: fen(500),
  percent: null,
  startsAt: new Date('2026-11-21T01:00:00Z'),
  endsAt: new Date('2026-11-21T03:00:00Z'),
  quotaLeft: null,
  buyerLeft: null,
  ...over,
})
const input = (over: Partial<PriceInput> = {}): PriceInput => ({
  basePrice: fen(1000),
  rankPrice: null,
  companyPrice: null,
  ladder: null,
  offer: null,
  ...over,
})
const ladder = (type: number) => ({
  type,
  steps: [
    { number: 50, price: fen(920) },
    { number: 10, price: fen(950) },
  ],
})

describe('单价', () => {
  it.each([
    ['基准价', input(), 1, 1000, 'base'],
    ['等级价先于基准价', input({ rankPrice: fen(980) }), 1, 980, 'rank'],
    ['专属价先于等级价', input({ rankPrice: fen(980), companyPrice: fen(990) }), 1, 990, 'company'],
    ['阶梯先于专属价', input({ companyPrice: fen(990), ladder: ladder(0) }), 10, 950, 'ladder'],
    ['没到阶梯仍是专属价', input({ companyPrice: fen(990), ladder: ladder(0) }), 9, 990, 'company'],
    ['更高的阶梯', input({ ladder: ladder(0) }), 50, 920, 'ladder'],
    ['“以内”阶梯按上限', input({ ladder: ladder(1) }), 10, 950, 'ladder'],
    ['“以内”阶梯下一档', input({ ladder: ladder(1) }), 11, 920, 'ladder'],
    ['超出“以内”阶梯', input({ ladder: ladder(1) }), 51, 1000, 'base'],
    ['活动先于一切', input({ companyPrice: fen(400), ladder: ladder(0), offer: offer() }), 50, 500, 'flash'],
    ['活动未开始', input({ offer: offer({ startsAt: new Date('2026-11-21T02:00:01Z') }) }), 1, 1000, 'base'],
    ['活动在结束那一刻已结束', input({ offer: offer({ endsAt: NOW }) }), 1, 1000, 'base'],
    ['活动在开始那一刻已开始', input({ offer: offer({ startsAt: NOW }) }), 1, 500, 'flash'],
    ['超出活动余量', input({ offer: offer({ quotaLeft: 3 }) }), 4, 1000, 'base'],
    ['超出每户限购', input({ offer: offer({ buyerLeft: 3 }) }), 4, 1000, 'base'],
  ] as const)('%s', (_name, given, number, price, source) => {
    expect(unitPrice(given, number, NOW)).toMatchObject({ price, source })
  })

  const welfare = offer({ kind: 'welfare', price: null, percent: 94 })
  it.each([
    ['福利专区按应付价打 94 折，舍到分', input({ basePrice: fen(999), offer: welfare }), 1, 939, 'welfare'],
    ['先有专属价再打折', input({ companyPrice: fen(800), offer: welfare }), 1, 752, 'welfare'],
    ['先到阶梯再打折', input({ ladder: ladder(0), offer: welfare }), 10, 893, 'welfare'],
    ['福利结束后恢复原价', input({ offer: { ...welfare, endsAt: NOW } }), 1, 1000, 'base'],
  ] as const)('%s', (_name, given, number, price, source) => {
    expect(unitPrice(given, number, NOW)).toMatchObject({ price, source })
  })

  it('没有价格的商品不能卖，即使有活动', () => {
    expect(unitPrice(input({ basePrice: null, offer: offer() }), 1, NOW)).toBeNull()
  })

  it('阶梯的次序无关紧要', () => {
    const steps = fc.uniqueArray(
      fc.record({ number: fc.integer({ min: 1, max: 200 }), price: fc.integer({ min: 1, max: 9999 }).map(fen) }),
      { selector: (one) => one.number, maxLength: 8 },
    )
    fc.assert(
      fc.property(steps, fc.constantFrom(0, 1), fc.integer({ min: 1, max: 250 }), (given, type, number) => {
        expect(ladderStep({ type, steps: [...given].reverse() }, number)).toEqual(ladderStep({ type, steps: given }, number))
      }),
    )
  })

  it('档位的说法', () => {
    expect([ladderText(0, 10, '盒'), ladderText(1, 10, '盒')]).toEqual(['10盒起', '10盒以内'])
  })
})
