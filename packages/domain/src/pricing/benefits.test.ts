import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, fen, subtract, ZERO } from '../money.ts'
import { type Benefit, keptBack, type LineState, lossesOf, lossOf, lostAmount } from './benefits.ts'
import { returnWorth } from './returns.ts'

const GIFT_LINE = 100
const EXCHANGE_LINE = 101

const gift = (terms: Partial<Benefit>, number: number, sold: number, amount: number): Benefit => ({
  kind: 'gift',
  name: '赠品活动',
  measure: 'amount',
  threshold: 50_000,
  repeat: false,
  fee: ZERO,
  earnedBy: [{ lineId: 1, goodsId: 1, amount: fen(amount), number: sold, freeFrom: null }],
  given: [{ lineId: GIFT_LINE, name: '口罩', unit: '包', each: number, worth: fen(2_000) }],
  ...terms,
})
const states = (list: Record<number, Partial<LineState>>) => (lineId: number) => ({ sold: 0, back: 0, givenUp: 0, ...list[lineId] })

describe('赠品、换购、包邮随赚得它的商品', () => {
  it.each([
    ['都留着', { givenUp: 0, back: 0 }, 0, 0],
    ['退后正好够档', { givenUp: 28, back: 28 }, 0, 0],
    ['退后差一分', { givenUp: 29, back: 29 }, 0, 4_000],
    ['退 99 留 1', { givenUp: 99, back: 99 }, 0, 4_000],
    ['退 99，赠品还了一个', { givenUp: 99, back: 99 }, 1, 2_000],
    ['退 99，赠品都还了', { givenUp: 99, back: 99 }, 2, 0],
    ['坏了 99，不是买家要退', { givenUp: 0, back: 99 }, 0, 0],
  ])('%s', (_name, line, giftsBack, lost) => {
    const of = states({ 1: { sold: 100, ...line }, [GIFT_LINE]: { sold: 2, back: giftsBack, givenUp: giftsBack } })
    expect(lossOf(gift({}, 2, 100, 70_000), of).amount).toBe(lost)
  })

  it('没有价格的赠品不折钱，只说出要退几个', () => {
    const benefit = gift({ given: [{ lineId: GIFT_LINE, name: '口罩', unit: '包', each: 2, worth: null }] }, 2, 100, 70_000)
    const loss = lossOf(benefit, states({ 1: { sold: 100, back: 100, givenUp: 100 }, [GIFT_LINE]: { sold: 2 } }))
    expect([loss.amount, loss.parts.map((part) => part.number)]).toEqual([0, [2]])
  })

  it('单品包邮看留下的件数，都退完了要付运费；优选商品退完不付', () => {
    const shipping = (freeFrom: number): Benefit => ({
      ...gift({}, 0, 0, 0),
      kind: 'shipping',
      threshold: 80_000,
      fee: fen(1_200),
      given: [],
      earnedBy: [{ lineId: 1, goodsId: 1, amount: fen(10_000), number: 10, freeFrom }],
    })
    const lost = (freeFrom: number, givenUp: number) =>
      lossOf(shipping(freeFrom), states({ 1: { sold: 10, back: givenUp, givenUp } })).amount
    expect([lost(5, 5), lost(5, 6), lost(5, 10), lost(0, 9), lost(0, 10)]).toEqual([0, 1_200, 1_200, 0, 0])
  })

  const BUNDLE_LINES = [200, 201, 202] as const
  const bundle = (each: readonly number[], worth: readonly number[]): Benefit => ({
    ...gift({}, 0, 0, 0),
    kind: 'bundle',
    name: '组合',
    earnedBy: [],
    given: each.map((number, at) => ({
      lineId: BUNDLE_LINES[at] ?? 0,
      name: `药${at}`,
      unit: '盒',
      each: number,
      worth: fen(worth[at] ?? 0),
    })),
  })

  it.each([
    ['都留着', {}, {}, 0],
    ['贵的退一盒，一套就不完整', { back: 1, givenUp: 1 }, {}, 9_999],
    ['贵的都退，留下的都按单独买的价格', { back: 4, givenUp: 4 }, {}, 2 * 9_999],
    ['贵的都退，便宜的也退一盒', { back: 4, givenUp: 4 }, { back: 1, givenUp: 1 }, 9_999],
    ['都退了', { back: 4, givenUp: 4 }, { back: 2, givenUp: 2 }, 0],
    ['贵的坏了，不是买家要退', { back: 4 }, {}, 0],
    ['只退便宜的：贵的少付的要补', {}, { back: 1, givenUp: 1 }, 2 * 50],
  ])('组合两套（贵的每套两盒，便宜的每套一盒）：%s', (_name, dear, lure, lost) => {
    const of = states({ 200: { sold: 4, ...dear }, 201: { sold: 2, ...lure } })
    const extra = 'givenUp' in dear && dear.givenUp === 1 ? 50 : 0
    expect(lossOf(bundle([2, 1], [50, 9_999]), of).amount).toBe(lost + extra)
  })

  it('组合任意次序、任意份额、任意原因地退：退款加留下的加扣下的等于实付；按买家意愿退完贵的，留下的不比单独买便宜', () => {
    const cases = fc.record({
      bundles: fc.integer({ min: 1, max: 8 }),
      parts: fc.array(fc.record({ each: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 1, max: 9_000 }), more: fc.nat(9_000) }), {
        minLength: 2,
        maxLength: 3,
      }),
      steps: fc.array(fc.record({ of: fc.nat(2), number: fc.integer({ min: 1, max: 32 }), own: fc.boolean() }), { maxLength: 12 }),
    })
    fc.assert(
      fc.property(cases, ({ bundles, parts, steps }) => {
        const benefits = [
          bundle(
            parts.map(({ each }) => each),
            parts.map(({ more }) => more),
          ),
        ]
        const lines = parts.map(({ each, price }, at) => ({
          id: BUNDLE_LINES[at] ?? 0,
          number: bundles * each,
          net: fen(bundles * each * price),
        }))
        const state = new Map(lines.map(({ id, number }) => [id, { sold: number, back: 0, givenUp: 0 }]))
        const of = (id: number) => state.get(id) ?? { sold: 0, back: 0, givenUp: 0 }
        const paid = add(...lines.map(({ net }) => net))
        let [refunded, kept, isCapped] = [ZERO, ZERO, false]
        for (const step of steps) {
          const line = lines[step.of % lines.length]
          if (line === undefined) continue
          const before = of(line.id)
          const number = Math.min(step.number, before.sold - before.back)
          const worth = number === 0 ? ZERO : returnWorth(line, before.back, number)
          state.set(line.id, { ...before, back: before.back + number, givenUp: before.givenUp + (step.own ? number : 0) })
          const lost = lostAmount(lossesOf(benefits, of))
          const now = keptBack(lost, kept, worth)
          isCapped = now < subtract(lost, kept)
          ;[kept, refunded] = [add(kept, now), add(refunded, subtract(worth, now))]
          expect(subtract(worth, now)).toBeGreaterThanOrEqual(0)
          expect(kept).toBeGreaterThanOrEqual(0)
          const still = add(...lines.map(({ id, ...one }) => subtract(one.net, returnWorth(one, 0, of(id).back))))
          expect(add(refunded, still, kept)).toBe(paid)
          if (!isCapped) expect(kept).toBe(lost)
        }
        // What stays where no bundle is whole any more is paid as it is sold by itself.
        const isBroken = lines.some(({ id, number }) => of(id).givenUp === number)
        if (isBroken) {
          const alone = add(...lines.map(({ id, number }, at) => fen((number - of(id).back) * (parts[at]?.more ?? 0))))
          expect(lostAmount(lossesOf(benefits, of))).toBe(alone)
        }
        if (steps.every(({ own }) => !own)) expect(kept).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  const CASES = fc.record({
    number: fc.integer({ min: 1, max: 40 }),
    net: fc.integer({ min: 0, max: 100_000 }),
    threshold: fc.integer({ min: 1, max: 100_000 }),
    measure: fc.constantFrom('amount' as const, 'number' as const),
    repeat: fc.boolean(),
    gifts: fc.integer({ min: 1, max: 6 }),
    each: fc.integer({ min: 1, max: 6 }),
    exchange: fc.record({ number: fc.integer({ min: 1, max: 3 }), price: fc.integer({ min: 1, max: 9_000 }), more: fc.nat(9_000) }),
    fee: fc.nat(3_000),
    steps: fc.array(
      fc.record({ of: fc.constantFrom(1, GIFT_LINE, EXCHANGE_LINE), number: fc.integer({ min: 1, max: 40 }), own: fc.boolean() }),
      { maxLength: 12 },
    ),
  })

  it('任意次序、任意份额、任意原因的部分退货：退款加留下的价值等于实付，从不多退，从不倒收', () => {
    fc.assert(
      fc.property(CASES, (one) => {
        const exchangeNet = one.exchange.number * one.exchange.price
        const sold: Record<number, { number: number; net: number }> = {
          1: { number: one.number, net: one.net },
          [GIFT_LINE]: { number: one.gifts, net: 0 },
          [EXCHANGE_LINE]: { number: one.exchange.number, net: exchangeNet },
        }
        const earnedBy = [{ lineId: 1, goodsId: 1, amount: fen(one.net), number: one.number, freeFrom: null }]
        const terms = { name: '活动', measure: one.measure, threshold: one.threshold, repeat: one.repeat, fee: ZERO, earnedBy, given: [] }
        const benefits: Benefit[] = [
          { ...terms, kind: 'gift', given: [{ lineId: GIFT_LINE, name: '', unit: '', each: one.each, worth: fen(731) }] },
          {
            ...terms,
            kind: 'exchange',
            repeat: false,
            given: [{ lineId: EXCHANGE_LINE, name: '', unit: '', each: 0, worth: fen(one.exchange.more) }],
          },
          { ...terms, kind: 'shipping', measure: 'amount', repeat: false, fee: fen(one.fee) },
        ]
        const state = new Map(Object.entries(sold).map(([id, { number }]) => [Number(id), { sold: number, back: 0, givenUp: 0 }]))
        const of = (id: number) => state.get(id) ?? { sold: 0, back: 0, givenUp: 0 }
        const paid = add(fen(one.net), fen(exchangeNet))
        let [refunded, kept, isCapped] = [ZERO, ZERO, false]
        // What the order did not earn from the beginning is no loss of a return.
        if (lostAmount(lossesOf(benefits, of)) > 0) return
        for (const step of one.steps) {
          const line = of(step.of)
          const number = Math.min(step.number, line.sold - line.back)
          const part = sold[step.of] ?? { number: 1, net: 0 }
          const worth = number === 0 ? ZERO : returnWorth({ number: part.number, net: fen(part.net) }, line.back, number)
          state.set(step.of, { ...line, back: line.back + number, givenUp: line.givenUp + (step.own ? number : 0) })
          const lost = lostAmount(lossesOf(benefits, of))
          const now = keptBack(lost, kept, worth)
          isCapped = now < subtract(lost, kept)
          kept = add(kept, now)
          refunded = add(refunded, subtract(worth, now))
          expect(subtract(worth, now)).toBeGreaterThanOrEqual(0)
          expect(kept).toBeGreaterThanOrEqual(0)
          expect(refunded).toBeLessThanOrEqual(paid)
          const still = add(
            ...Object.entries(sold).map(([id, { number: all, net }]) => {
              const back = of(Number(id)).back
              return subtract(fen(net), returnWorth({ number: all, net: fen(net) }, 0, back))
            }),
          )
          expect(add(refunded, still, kept)).toBe(paid)
          // Whatever the way to it: what is kept back is what is lost, but where the refund was too small for it.
          if (!isCapped) expect(kept).toBe(lost)
        }
      }),
      { numRuns: 500 },
    )
  })
})
