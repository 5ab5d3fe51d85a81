import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fen } from '../../money.ts'
import { saleInScope } from '../matching.ts'
import { Members } from '../members.ts'
import { earningTakenBack, type Priced, type PricingLine, price, refundSplit, returnWorth, type SoldPart } from '../pricing.ts'
import { priceItems } from '../unit.ts'
import { Chance } from './chance.ts'
import { LARGE, RANDOM_NOW, type RandomCart, randomCart, SMALL } from './random-cart.ts'

/** What holds for every cart, whatever lines, promotions and coupons meet in it. */

const carts = fc.tuple(fc.integer(), fc.constantFrom(SMALL, SMALL, SMALL, LARGE)).map(([seed, size]) => randomCart(new Chance(seed), size))
const smallCarts = fc.integer().map((seed) => randomCart(new Chance(seed), SMALL))
const of = ({ lines, context }: RandomCart) => price(lines, context, RANDOM_NOW)
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const RUNS = { numRuns: 400 }

describe('每个购物车都成立', () => {
  it('各份之和等于总额：行的各项优惠、组合的各件、各行、各订单、明细', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const priced = of(cart)
        for (const line of priced.lines) {
          expect(line.amount).toBe(line.unit.price * line.number)
          expect(sum(line.shares.map((share) => share.amount))).toBe(line.reduction)
          expect(line.net).toBe(line.amount - line.reduction)
          if (line.parts.length === 0) continue
          for (const key of ['amount', 'reduction', 'net'] as const) expect(sum(line.parts.map((part) => part[key]))).toBe(line[key])
          for (const share of line.shares) {
            const own = line.parts.flatMap((part) => part.shares.filter((one) => one.kind === share.kind && one.id === share.id))
            expect(sum(own.map((one) => one.amount))).toBe(share.amount)
          }
        }
        expect(sum(priced.lines.map((line) => line.amount))).toBe(priced.goods)
        expect(sum(priced.lines.map((line) => line.reduction))).toBe(priced.reduction)
        for (const key of ['goods', 'reduction', 'shipping', 'voucher', 'balance', 'cashback', 'points'] as const) {
          expect(sum(priced.orders.map((order) => order[key]))).toBe(priced[key])
        }
        expect(sum(priced.orders.map((order) => order.payable))).toBe(priced.total)
        expect(sum(priced.rows.map((row) => row.amount))).toBe(priced.total)
        for (const order of priced.orders) {
          expect(order.payable).toBe(order.goods - order.reduction + order.shipping - order.voucher - order.balance)
          const own = priced.lines.filter((line) => order.lineIds.includes(line.id))
          expect(sum(own.map((line) => line.net))).toBe(order.goods - order.reduction)
        }
        expect(priced.orders.flatMap((order) => order.lineIds).toSorted()).toEqual(priced.lines.map((line) => line.id).toSorted())
        expect(priced.orders.flatMap((order) => order.gifts).length).toBe(priced.gifts.length)
      }),
      RUNS,
    )
  })

  it('没有负数；每一项优惠不超过它之前还剩的；含麻订单不用现金券、余额，不给积分', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const priced = of(cart)
        for (const line of priced.lines) {
          expect(Math.min(line.amount, line.reduction, line.net, ...line.shares.map((share) => share.amount))).toBeGreaterThanOrEqual(0)
          for (const part of line.parts) expect(part.net).toBeGreaterThanOrEqual(0)
        }
        for (const order of priced.orders) {
          const { goods, reduction, shipping, voucher, balance, payable, cashback, points } = order
          expect(Math.min(goods, reduction, shipping, voucher, balance, payable, cashback, points)).toBeGreaterThanOrEqual(0)
          if (order.isEphedrine) expect([voucher, balance, points]).toEqual([0, 0, 0])
        }
        expect(priced.voucher).toBeLessThanOrEqual(Math.min(cart.context.voucher.held, cart.context.voucher.wished))
        expect(priced.balance).toBeLessThanOrEqual(Math.min(cart.context.balance.held, cart.context.balance.wished))
      }),
      RUNS,
    )
  })

  it('每行至多参加一个满减；至多用一张不可叠加的券；不参加的行没有份', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const priced = of(cart)
        for (const line of priced.lines) {
          expect(line.shares.filter((share) => share.kind === 'full_reduction').length).toBeLessThanOrEqual(1)
          if (!line.takesFullReduction) expect(line.shares.filter((share) => share.kind !== 'coupon')).toEqual([])
          if (!line.takesCoupon) expect(line.shares.filter((share) => share.kind === 'coupon')).toEqual([])
        }
        const used = cart.context.coupons.filter((one) => priced.usedCouponIds.includes(one.id))
        expect(used.filter((one) => !one.stackable).length).toBeLessThanOrEqual(1)
      }),
      RUNS,
    )
  })

  it('行、活动、券的次序不改变任何结果，只是行按购物车的次序列出', () => {
    const byId = (priced: Priced) => ({
      ...priced,
      lines: priced.lines.toSorted((a, b) => a.id - b.id),
      orders: priced.orders.map((order) => ({ ...order, lineIds: order.lineIds.toSorted((a, b) => a - b) })),
      activities: priced.activities.map((one) => ({ ...one, lineIds: one.lineIds.toSorted((a, b) => a - b) })),
    })
    fc.assert(
      fc.property(carts, fc.integer(), (cart, seed) => {
        const chance = new Chance(seed)
        const { context } = cart
        const lines = chance.shuffled(cart.lines)
        const shuffled = { ...context, promotions: chance.shuffled(context.promotions), coupons: chance.shuffled(context.coupons) }
        const again = price(lines, shuffled, RANDOM_NOW)
        expect(byId(again)).toEqual(byId(of(cart)))
        const known = new Set(again.lines.map((line) => line.id))
        expect(again.lines.map((line) => line.id)).toEqual(lines.map((line) => line.id).filter((id) => known.has(id)))
      }),
      RUNS,
    )
  })

  it('再算一次是同一个结果，输入原样不动', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const before = structuredClone(cart)
        expect(of(cart)).toEqual(of(cart))
        expect(cart).toEqual(before)
      }),
      { numRuns: 100 },
    )
  })

  it('明说引擎自己选的券，得到同一张账单', () => {
    fc.assert(
      fc.property(smallCarts, (cart) => {
        const priced = of(cart)
        const again = price(
          cart.lines,
          { ...cart.context, choice: { ...cart.context.choice, couponIds: priced.usedCouponIds } },
          RANDOM_NOW,
        )
        // The same cost, though lines may go to other reductions of the same worth.
        expect(costOf(again)).toBe(costOf(priced))
      }),
      RUNS,
    )
  })

  it('一次问很多范围与一个一个问是同一个答案', () => {
    fc.assert(
      fc.property(carts, ({ lines, context }) => {
        const { ordinary } = priceItems(lines, [], RANDOM_NOW, [])
        const members = new Members(ordinary)
        for (const { scope } of [...context.promotions, ...context.coupons]) {
          const each = [...ordinary.keys()].filter((index) => saleInScope((ordinary[index] as (typeof ordinary)[number]).line.sale, scope))
          expect(members.of(scope, () => true)).toEqual(each)
        }
      }),
      RUNS,
    )
  })

  it('同一行写两次是程序错误', () => {
    const cart = randomCart(new Chance(5), SMALL)
    expect(() => price([...cart.lines, ...cart.lines], cart.context, RANDOM_NOW)).toThrow(RangeError)
  })
})

/** Ordinary goods and their carriage. */
const costOf = (priced: Priced): number =>
  sum(priced.lines.filter((line) => line.unit.source !== 'exchange').map((line) => line.net)) + priced.shipping

describe('去掉一行', () => {
  /**
   * Stated so that it can be proven. Let every choice be the engine's own, every goods stand on one line, at most one
   * coupon be held, and the cart be small enough for every combination to be tried. Take from the chosen bill the line l
   * and every reduction and coupon in which l took part: that is a bill which the cart without l may choose. No other
   * line's threshold is lost by it, because amounts only rise where a reduction goes, and what is left of an amount after
   * a percentage or a coupon never falls when the amount rises. So the cheapest bill without l costs at most what the
   * others owed, and the shares that they had of those reductions, and the fees of the warehouses that shipped free with
   * l (of its own, and where a coupon's odd fen moves). A goods reduction is not chosen but given: hence one line a goods.
   */
  const plain = smallCarts.map((cart): RandomCart => {
    const seen = new Set<number>()
    const lines = cart.lines
      .filter(({ sale }) => sale.kind === 'goods' && !seen.has(sale.goods.goodsId) && seen.add(sale.goods.goodsId))
      .map((line) => ({ ...line, fullReductionId: null }))
    const choice = { couponIds: null, giftIds: null }
    return { lines, context: { ...cart.context, coupons: cart.context.coupons.slice(0, 1), choice } }
  })

  it('其余的应付不超过原来的应付、加上它帮着达到的优惠、加上它帮着免掉的运费', () => {
    fc.assert(
      fc.property(plain, fc.nat(), (cart, pick) => {
        const gone = cart.lines[pick % Math.max(1, cart.lines.length)]
        fc.pre(gone !== undefined)
        const before = of(cart)
        const after = price(without(cart.lines, gone), cart.context, RANDOM_NOW)
        const line = before.lines.find((one) => one.id === gone?.id)
        fc.pre(line !== undefined)
        // A line may help to reach a reduction or a coupon of which it has no share: by its units, when it costs nothing any
        // more; by its amount, when what is taken off is a single fen and falls to another line.
        const reached = cart.context.coupons.filter(({ scope }) => line?.takesCoupon && gone && saleInScope(gone.sale, scope))
        const helped = [
          ...(line?.shares.map((share) => `${share.kind} ${share.id}`) ?? []),
          `full_reduction ${line?.fullReductionId}`,
          ...reached.map((coupon) => `coupon ${coupon.id}`),
        ]
        const others = before.lines.filter((one) => one !== line)
        const shares = others.flatMap((one) => one.shares.filter((share) => helped.includes(`${share.kind} ${share.id}`)))
        const fee = Math.max(0, ...cart.context.shipping.map((rule) => rule.fee))
        const places = new Set(before.orders.map((order) => order.warehouseId)).size
        const owed = sum(others.map((one) => one.net)) + before.shipping
        expect(costOf(after)).toBeLessThanOrEqual(owed + sum(shares.map((share) => share.amount)) + fee * places - before.shipping)
      }),
      { numRuns: 3000 },
    )
  })
})

const without = (lines: readonly PricingLine[], gone: PricingLine | undefined) => lines.filter((line) => line !== gone)

describe('退货', () => {
  it('一行不论分几次、先退多少，退的钱之和恰为实付，每次不为负', () => {
    const parts = fc.record({ number: fc.integer({ min: 1, max: 500 }), net: fc.integer({ min: 0, max: 1e10 }).map(fen) })
    fc.assert(
      fc.property(parts, fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 40 }), (part, wished) => {
        let back = 0
        let worth = 0
        for (const number of [...wished, part.number]) {
          const now = Math.min(number, part.number - back)
          const one = returnWorth(part, back, now)
          expect(one).toBeGreaterThanOrEqual(0)
          expect(Math.abs(one - (part.net * now) / part.number)).toBeLessThan(1)
          back += now
          worth += one
        }
        expect(worth).toBe(part.net)
      }),
    )
  })

  it('整个购物车按任何次序一件一件退完，恰为各订单商品的实付', () => {
    fc.assert(
      fc.property(smallCarts, fc.integer(), (cart, seed) => {
        const priced = of(cart)
        const sold = priced.lines.flatMap((line): readonly SoldPart[] => (line.parts.length > 0 ? line.parts : [line]))
        const units = sold.flatMap((part) => Array.from({ length: part.number }, () => part))
        const back = new Map(sold.map((part) => [part, 0]))
        let worth = 0
        for (const part of new Chance(seed).shuffled(units)) {
          const before = back.get(part) ?? 0
          worth += returnWorth(part, before, 1)
          back.set(part, before + 1)
        }
        expect(worth).toBe(sum(priced.orders.map((order) => order.goods - order.reduction)))
      }),
      RUNS,
    )
  })

  it('退款按付款的倒序：先退渠道，再退余额，最后退现金券；退完恰为所付', () => {
    const money = fc.integer({ min: 0, max: 1e8 }).map(fen)
    const payments = fc.record({ channel: money, balance: money, voucher: money })
    fc.assert(
      fc.property(payments, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }), (paid, rates) => {
        const total = paid.channel + paid.balance + paid.voucher
        let back = { channel: fen(0), balance: fen(0), voucher: fen(0) }
        let left = total
        for (const rate of [...rates, 1]) {
          const amount = fen(Math.floor(left * rate))
          const split = refundSplit(paid, back, amount)
          expect(split.channel + split.balance + split.voucher).toBe(amount)
          back = {
            channel: fen(back.channel + split.channel),
            balance: fen(back.balance + split.balance),
            voucher: fen(back.voucher + split.voucher),
          }
          if (split.balance > 0) expect(back.channel).toBe(paid.channel)
          if (split.voucher > 0) expect(back.balance).toBe(paid.balance)
          left -= amount
        }
        expect(back).toEqual(paid)
        expect(() => refundSplit(paid, back, fen(1))).toThrow(RangeError)
      }),
    )
  })

  it('返现与积分按退的金额收回，退完全部收回', () => {
    const cases = fc.record({ earned: fc.nat(1e6), paid: fc.integer({ min: 1, max: 1e9 }) })
    fc.assert(
      fc.property(cases, fc.array(fc.integer({ min: 1, max: 1e8 }), { maxLength: 10 }), ({ earned, paid }, wished) => {
        let back = 0
        let taken = 0
        for (const amount of [...wished, paid]) {
          const now = Math.min(amount, paid - back)
          taken += earningTakenBack(earned, fen(paid), fen(back), fen(now))
          back += now
        }
        expect(taken).toBe(earned)
      }),
    )
  })

  it('多退是错误', () => {
    expect(() => returnWorth({ number: 3, net: fen(100) }, 2, 2)).toThrow(RangeError)
    expect(() => returnWorth({ number: 3, net: fen(100) }, -1, 2)).toThrow(RangeError)
    expect(() => earningTakenBack(5, fen(100), fen(60), fen(50))).toThrow(RangeError)
  })
})
