import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, allocate, type Fen, fen, subtract, ZERO } from '../money.ts'
import { type Payment, returnWorth } from './returns.ts'
import { earningLeft, type OrderAccount, settle } from './settlement.ts'

const sum = ({ channel, balance, voucher }: Payment): Fen => add(channel, balance, voucher)
const plus = (a: Payment, b: Payment): Payment => ({
  channel: add(a.channel, b.channel),
  balance: add(a.balance, b.balance),
  voucher: add(a.voucher, b.voucher),
})
const NONE: Payment = { channel: ZERO, balance: ZERO, voucher: ZERO }

/** An order of some lines, paid from three sources at will, its units coming back one by one in any order and any portions. */
const ORDERS = fc.record({
  lines: fc.array(fc.record({ number: fc.integer({ min: 1, max: 12 }), net: fc.integer({ min: 0, max: 500_000 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  shipping: fc.constantFrom(0, 1200),
  weights: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
  cashbackShare: fc.integer({ min: 0, max: 100 }),
  points: fc.nat(5000),
  isCompleted: fc.boolean(),
  order: fc.infiniteStream(fc.nat(1_000_000)),
  /** Kept back, or paid back, by each return: of its refund so many hundredths. */
  keeps: fc.boolean(),
  kept: fc.infiniteStream(fc.integer({ min: -100, max: 100 })),
  purse: fc.record({ balance: fc.nat(100_000), points: fc.nat(5000) }),
})

describe('退款结算', () => {
  it('任意次序、任意份额的部分退货，退到各来源的恰好等于实付，从不多出', () => {
    fc.assert(
      fc.property(ORDERS, ({ lines, shipping, weights, cashbackShare, points, isCompleted, order: picks, keeps, kept: shares, purse }) => {
        const goods = fen(lines.reduce((total, line) => total + line.net, 0))
        const [channel = ZERO, balance = ZERO, voucher = ZERO] = allocate(add(goods, fen(shipping)), weights)
        const cashback = fen(Math.floor((goods * cashbackShare) / 100))
        const account = { goods, shipping: fen(shipping), cashback, points, isCompleted, paid: { channel, balance, voucher } }
        const back = lines.map(() => 0)
        let [returned, refunded, withheld, taken, kept, pointsBack] = [ZERO, NONE, ZERO, ZERO, ZERO, 0]
        while (lines.some((line, index) => (back[index] ?? 0) < line.number)) {
          const open = lines.flatMap((line, index) => ((back[index] ?? 0) < line.number ? [index] : []))
          const index = open[picks.next().value % open.length] ?? 0
          const line = lines[index] ?? { number: 1, net: 0 }
          const before = back[index] ?? 0
          const number = 1 + (picks.next().value % (line.number - before))
          back[index] = before + number
          const worth = returnWorth({ number: line.number, net: fen(line.net) }, before, number)
          const isLast = lines.every((one, at) => back[at] === one.number)
          const gross = add(worth, isLast ? fen(shipping) : ZERO)
          const share = keeps ? shares.next().value : 0
          const benefitsKept = fen(Math.max(-kept, Math.trunc((gross * share) / 100)))
          const settled = settle(
            { ...account, returnedGoods: returned, refunded } satisfies OrderAccount,
            { goods: worth, shipping: isLast ? fen(shipping) : ZERO, benefitsKept },
            { balance: fen(purse.balance), points: purse.points },
          )
          expect(sum(settled.refund)).toBe(subtract(gross, benefitsKept, settled.cashbackWithheld))
          kept = add(kept, benefitsKept)
          expect(settled.cashbackTaken).toBeLessThanOrEqual(purse.balance)
          expect(settled.pointsTaken).toBeLessThanOrEqual(purse.points)
          returned = add(returned, worth)
          refunded = plus(refunded, settled.refund)
          withheld = add(withheld, settled.cashbackWithheld)
          taken = add(taken, settled.cashbackTaken)
          pointsBack += settled.pointsTaken + settled.pointsOwed
          for (const source of ['channel', 'balance', 'voucher'] as const)
            expect(refunded[source]).toBeLessThanOrEqual(account.paid[source])
        }
        expect(add(sum(refunded), withheld, kept)).toBe(add(goods, fen(shipping)))
        if (goods === 0) return
        // Only where gifts took the whole refund is there nothing left to withhold spent cashback from.
        if (!keeps) expect(add(taken, withheld)).toBe(isCompleted ? cashback : 0)
        expect(add(taken, withheld)).toBeLessThanOrEqual(isCompleted ? cashback : 0)
        expect(pointsBack).toBe(isCompleted ? points : 0)
        expect(earningLeft(points, goods, goods)).toBe(0)
      }),
    )
  })

  it('完成时只得剩下的：退掉的与得到的合起来等于全部', () => {
    expect(earningLeft(401, fen(40_000), fen(20_000))).toBe(201)
    expect(earningLeft(401, fen(40_000), ZERO)).toBe(401)
    expect(earningLeft(0, ZERO, ZERO)).toBe(0)
  })
})
