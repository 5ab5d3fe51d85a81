import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, fen, ZERO } from '../money.ts'
import { type Benefit, lossOf } from './benefits.ts'
import type { EditLine } from './edit.ts'
import { benefitsSplit, type OrderSums, planSplit, splitOver, splitSums } from './halves.ts'

const terms = { key: 'k', measure: 'amount' as const, threshold: 10_000, each: null, amount: 700, number: 7 }
const line = (id: number, number: number, price: number, reduction = 0, more: Partial<EditLine> = {}): EditLine => ({
  id,
  name: `药${id}`,
  unit: '盒',
  number,
  unitPrice: fen(price),
  amount: fen(number * price),
  reduction: fen(reduction),
  shares: reduction === 0 ? [] : [{ amount: fen(reduction), terms }],
  bundleId: null,
  bundleNumber: null,
  giftId: null,
  exchangeId: null,
  ...more,
})
const planned = (lines: readonly EditLine[], wanted: Readonly<Record<number, number>>) =>
  planSplit(lines, new Map(Object.entries(wanted).map(([id, number]) => [Number(id), number])))

describe('拆单的行', () => {
  it('任意的单价、优惠、数量：两边的金额、优惠、分摊、门槛计数之和都等于原来的行，都不为负', () => {
    const arbitrary = fc.record({
      number: fc.integer({ min: 2, max: 500 }),
      price: fc.integer({ min: 1, max: 99_999 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      goes: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(arbitrary, ({ number, price, part, goes }) => {
        const before = line(1, number, price, Math.floor(number * price * part))
        const moved = 1 + Math.floor((number - 2) * goes)
        const plan = planned([before, line(2, 1, 100)], { 1: moved })
        if (typeof plan === 'string') throw new Error(plan)
        const [one] = plan.divided
        if (!one) throw new Error('not divided')
        for (const key of ['number', 'amount', 'reduction'] as const) {
          expect(one.kept[key] + one.moved[key]).toBe(before[key])
          expect(Math.min(one.kept[key], one.moved[key])).toBeGreaterThanOrEqual(0)
        }
        for (const half of [one.kept, one.moved]) {
          expect(half.reduction).toBeLessThanOrEqual(half.amount)
          if (half.shares.length > 0) expect(add(ZERO, ...half.shares.map((share) => share.amount))).toBe(half.reduction)
        }
        const counted = (of: 'amount' | 'number') =>
          [one.kept, one.moved].reduce((sum, half) => sum + (half.shares[0]?.terms?.[of] ?? 0), 0)
        if (before.shares.length > 0) expect([counted('amount'), counted('number')]).toEqual([700, 7])
      }),
    )
  })

  it('组合按套拆，两边的套数、每个组成的数量都成套', () => {
    const bundle = { bundleId: 5, bundleNumber: 6 }
    const plan = planned([line(1, 12, 300, 7, bundle), line(2, 6, 500, 3, bundle)], { 1: 2 })
    expect(plan).toMatchObject({
      moved: [],
      divided: [
        { kept: { number: 8 }, moved: { number: 4 }, bundles: { kept: 4, moved: 2 } },
        { kept: { number: 4 }, moved: { number: 2 }, bundles: { kept: 4, moved: 2 } },
      ],
    })
  })

  it('什么也不拆、全都拆、一边只有赠品，都不成两张订单；赠品不能拆开一行', () => {
    const gift = line(2, 2, 0, 0, { giftId: 9 })
    const bought = line(1, 4, 100)
    expect(planned([bought, gift], {})).toBe('nothing')
    expect(planned([bought, gift], { 1: 4, 2: 2 })).toBe('everything')
    expect(planned([bought, gift], { 2: 2 })).toBe('nothing_bought_goes')
    expect(planned([bought, gift], { 1: 4 })).toBe('nothing_bought_stays')
    expect(planned([bought, gift], { 1: 1, 2: 2 })).toMatchObject({ moved: [gift], divided: [{ before: bought }] })
    expect(() => planned([bought, gift], { 2: 1 })).toThrow('not divided')
  })

  it('凭这一行得到的赠品，门槛按两边合计仍是原来的数', () => {
    const plan = planned([line(1, 7, 100), line(3, 1, 100)], { 1: 3 })
    if (typeof plan === 'string') throw new Error(plan)
    const earned = { lineId: 1, goodsId: 1, amount: fen(701), number: 7, freeFrom: null }
    const benefit: Benefit = {
      kind: 'gift',
      name: '满赠',
      measure: 'amount',
      threshold: 500,
      repeat: false,
      fee: ZERO,
      earnedBy: [earned],
      given: [],
    }
    const [after] = benefitsSplit([benefit], plan.divided, () => 77)
    expect(after?.earnedBy).toEqual([
      { ...earned, amount: 401, number: 4 },
      { ...earned, lineId: 77, amount: 300, number: 3 },
    ])
  })
})

describe('拆单的组合', () => {
  it('分走的几套自成一组：拆出去的订单里退一件，不破原来的', () => {
    const own = { bundleId: 5, bundleNumber: 3 }
    const plan = planned([line(1, 6, 180, 0, own), line(2, 3, 1, 0, own)], { 1: 1 })
    const given = [1, 2].map((id) => ({ lineId: id, name: '', unit: '', each: id === 1 ? 2 : 1, worth: fen(99) }))
    const benefit: Benefit = { kind: 'bundle', name: '', measure: 'number', threshold: 1, repeat: true, fee: ZERO, earnedBy: [], given }
    if (typeof plan === 'string') throw new Error('not divided')
    const [after] = benefitsSplit([benefit], plan.divided, (id) => 70 + id)
    const sold: Record<number, number> = Object.fromEntries(
      plan.divided.flatMap(({ before, kept, moved }) => [
        [before.id, kept.number],
        [70 + before.id, moved.number],
      ]),
    )
    const gives = (ids: Record<number, number>) => (id: number) => ({ sold: sold[id] ?? 0, back: ids[id] ?? 0, givenUp: ids[id] ?? 0 })
    const lost = (ids: Record<number, number>) =>
      after ? lossOf(after, gives(ids)).parts.map(({ part, number }) => [part.lineId, number]) : []
    expect(lost({})).toEqual([])
    expect(lost({ 71: sold[71] ?? 0 })).toEqual([[72, sold[72] ?? 0]])
    expect(lost({ 2: 1 })).toEqual([[1, 2]])
  })
})

describe('拆单的钱', () => {
  const amounts = fc.record({
    goods: fc.nat(2_000_000),
    reduction: fc.double({ min: 0, max: 1, noNaN: true }),
    shipping: fc.nat(2_000),
    voucher: fc.double({ min: 0, max: 1, noNaN: true }),
    balance: fc.double({ min: 0, max: 1, noNaN: true }),
    goes: fc.double({ min: 0, max: 1, noNaN: true }),
    less: fc.double({ min: 0, max: 1, noNaN: true }),
    cashback: fc.nat(9_999),
    points: fc.nat(9_999),
  })
  it('任意的订单：每一项两边合计都等于原来，都不为负，每边付的正好等于它的金额', () => {
    fc.assert(
      fc.property(amounts, (one) => {
        const reduction = Math.floor(one.goods * one.reduction)
        const total = one.goods - reduction + one.shipping
        const voucher = Math.floor(total * one.voucher)
        const balance = Math.floor((total - voucher) * one.balance)
        const payable = fen(total - voucher - balance)
        const before: OrderSums = {
          goodsAmount: fen(one.goods),
          reductionAmount: fen(reduction),
          shippingAmount: fen(one.shipping),
          voucherAmount: fen(voucher),
          balanceAmount: fen(balance),
          payableAmount: payable,
          paidAmount: payable,
          cashbackAmount: fen(one.cashback),
          points: one.points,
        }
        const goods = Math.floor(one.goods * one.goes)
        const net = Math.floor(Math.min(goods, one.goods - reduction) * one.less)
        const least = Math.max(net, one.goods - reduction - (one.goods - goods))
        const { kept, moved } = splitSums(before, { goods: fen(goods), reduction: fen(goods - least) })
        for (const [key, amount] of Object.entries(before)) {
          const of = key as keyof OrderSums
          expect(kept[of] + moved[of], key).toBe(amount)
          expect(Math.min(kept[of], moved[of]), key).toBeGreaterThanOrEqual(0)
        }
        for (const half of [kept, moved]) {
          expect(half.paidAmount).toBe(half.payableAmount)
          expect(half.voucherAmount + half.balanceAmount + half.payableAmount).toBe(
            half.goodsAmount - half.reductionAmount + half.shippingAmount,
          )
        }
      }),
    )
  })

  it('几笔付款：各拆出一份，合计正好，没有一笔拆得比它多', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99_999), { minLength: 1, maxLength: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const whole = list.reduce((sum, one) => sum + one, 0)
        const amount = Math.floor(whole * part)
        const shares = splitOver(list.map(fen), fen(amount))
        expect(add(ZERO, ...shares)).toBe(amount)
        for (const [at, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(list[at] ?? 0)
        }
      }),
    )
    expect(() => splitOver([fen(1)], fen(2))).toThrow('cannot take')
  })
})
