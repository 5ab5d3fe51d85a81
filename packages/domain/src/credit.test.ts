import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocateRepayment,
  type Bill,
  billStatus,
  creditLeft,
  creditRefusal,
  remindsOn,
  splitCreditRefund,
  statementClosing,
} from './credit.ts'
import { addDays } from './dates.ts'
import { fen, ZERO } from './money.ts'
import { rechargeGift } from './recharge.ts'

const TODAY = '2026-11-21'
const standing = (used: number, overdue = { count: 0, amount: ZERO }) => ({ limit: fen(100_000), days: 30, used: fen(used), overdue })

describe('账期', () => {
  it.each([
    [standing(0), 100_000, ''],
    [standing(60_000), 40_001, '账期额度不足，可用 ¥400.00，还差 ¥0.01'],
    [standing(120_000), 1, '账期额度不足，可用 ¥0.00，还差 ¥0.01'],
    [standing(10, { count: 2, amount: fen(1_234) }), 1, '您有 2 笔账期已逾期，请先还清 ¥12.34'],
    [{ ...standing(0), limit: ZERO }, 1, '您的企业尚未开通账期，请联系客户经理'],
  ])('额度与逾期决定能否用账期（第 %#）', (of, amount, why) => {
    expect(creditRefusal(of, fen(amount))).toBe(why)
    expect(creditLeft(of)).toBeGreaterThanOrEqual(0)
  })

  it.each([
    [8, 'open'],
    [7, 'soon'],
    [0, 'soon'],
    [-1, 'overdue'],
  ] as const)('离到期还有 %d 天的账单是 %s；结清后不再提', (days, status) => {
    const bill: Bill = { id: 1, open: fen(100), dueOn: addDays(TODAY, days) }
    expect(billStatus(bill, TODAY)).toBe(status)
    expect(billStatus({ ...bill, open: ZERO }, TODAY)).toBe('settled')
  })

  it('到期前 7、3、1 天提醒，逾期第 1、8、15 天提醒', () => {
    const days = Array.from({ length: 40 }, (_, index) => 20 - index).filter((left) => remindsOn(addDays(TODAY, left), TODAY))
    expect(days).toEqual([7, 3, 1, -1, -8, -15])
  })

  it('还款先还指定的，再还最早到期的，多出的归余额：各部分之和总是还款额，不超过任何账单', () => {
    const bill = fc.record({
      id: fc.nat(50),
      open: fc.integer({ min: 1, max: 9_999 }).map(fen),
      dueOn: fc.nat(60).map((days) => addDays(TODAY, days)),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(bill, { selector: (one) => one.id, maxLength: 8 }),
        fc.integer({ min: 1, max: 60_000 }).map(fen),
        fc.array(fc.nat(50)),
        (bills, amount, chosen) => {
          const { parts, over } = allocateRepayment(amount, bills, chosen)
          expect(parts.reduce((sum, part) => sum + part.amount, over as number)).toBe(amount)
          for (const part of parts) expect(part.amount).toBeLessThanOrEqual(bills.find((one) => one.id === part.billId)?.open ?? 0)
          if (over > 0) expect(parts).toHaveLength(bills.length)
          // Whoever is repaid in part is the last: nobody later gets anything.
          const partial = parts.findIndex((part) => part.amount < (bills.find((one) => one.id === part.billId)?.open ?? 0))
          if (partial >= 0) expect(partial).toBe(parts.length - 1)
          const first = parts[0] && bills.find((one) => one.id === parts[0]?.billId)
          const wanted = bills.filter((one) => chosen.includes(one.id))
          if (first && wanted.length > 0) expect(wanted).toContain(first)
        },
      ),
    )
  })

  it('退款先减账单，已还部分归余额；月结单的期末由四项算出', () => {
    expect(splitCreditRefund(fen(500), fen(300))).toEqual({ credit: 300, balance: 200 })
    expect(splitCreditRefund(fen(500), fen(800))).toEqual({ credit: 500, balance: 0 })
    expect(statementClosing({ opening: fen(100), orders: fen(900), refunds: fen(50), repayments: fen(300) })).toBe(650)
  })
})

describe('充值赠送', () => {
  it('按够到的最高一档，不累加，与档位次序无关', () => {
    const tiers = [
      { amount: fen(500_000), gift: fen(10_000) },
      { amount: fen(100_000), gift: fen(1_000) },
    ]
    expect([99_999, 100_000, 499_999, 2_000_000].map((amount) => rechargeGift(fen(amount), tiers))).toEqual([0, 1_000, 1_000, 10_000])
  })
})
