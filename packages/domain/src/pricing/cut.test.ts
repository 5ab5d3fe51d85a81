import { describe, expect, it } from 'vitest'
import { type Fen, fen, subtract } from '../money.ts'
import { cutLine } from './cut.ts'

const line = (number: number, unitPrice: number, ...off: number[]) => ({
  number,
  unitPrice: fen(unitPrice),
  amount: fen(number * unitPrice),
  reduction: fen(off.reduce((sum, one) => sum + one, 0)),
  shares: off.map((amount, id) => ({ id, amount: fen(amount) })),
})
const net = ({ amount, reduction }: { amount: Fen; reduction: Fen }) => subtract(amount, reduction)

describe('减货：一行少要几件', () => {
  it('没有优惠的行，少几件就少几件的钱', () => {
    expect(cutLine(line(10, 1280), 4)).toMatchObject({ number: 4, amount: 5120, reduction: 0, shares: [] })
  })

  it('优惠按件分摊，退的与留的合计分毫不差', () => {
    const before = line(3, 1000, 100)
    const after = cutLine(before, 2)
    // 29.00 over three: one unit is worth 9.66, what stays costs 19.34.
    expect(net(before) - net(after)).toBe(966)
    expect(after).toMatchObject({ amount: 2000, reduction: 66, shares: [{ id: 0, amount: 66 }] })
  })

  it('一件一件地减，与一次减完，留下的钱一样多；各项优惠之和始终等于这一行的优惠', () => {
    for (let number = 2; number <= 40; number += 1) {
      for (const off of [0, 1, 7, 333, 999]) {
        const whole = line(number, 777, off, Math.floor(off / 3))
        let step: ReturnType<typeof cutLine> = whole
        for (let left = number - 1; left >= 1; left -= 1) {
          step = cutLine(step, left)
          expect(step.amount).toBe(777 * left)
          expect(step.reduction).toBeGreaterThanOrEqual(0)
          expect(step.reduction).toBeLessThanOrEqual(step.amount)
          expect(step.shares.reduce((sum, share) => sum + share.amount, 0)).toBe(step.reduction)
        }
        // Floored step by step, never more than a fen a step apart, and in nobody's favour but the order's.
        expect(Math.abs(net(step) - net(cutLine(whole, 1)))).toBeLessThan(number)
      }
    }
  })

  it('几张订单一起达到的满减，按留下的件数计入', () => {
    const terms = { key: 'k', measure: 'amount' as const, threshold: 5000, each: null, amount: 3000, number: 3 }
    const [share] = cutLine({ ...line(3, 1000, 300), shares: [{ amount: fen(300), terms }] }, 2).shares
    expect(share?.terms).toMatchObject({ amount: 2000, number: 2, threshold: 5000 })
  })

  it('不能减到没有，也不能加', () => {
    expect(() => cutLine(line(3, 1000), 0)).toThrow(RangeError)
    expect(() => cutLine(line(3, 1000), 4)).toThrow(RangeError)
  })
})
