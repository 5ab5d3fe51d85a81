import { expect, it } from 'vitest'
import { fen } from './money.ts'
import { addMovements, ageing, changeOf, monthBefore, movementOf } from './statements.ts'

const entry = (kind: string, amount: number) => ({ kind, amount: fen(amount) })

it('每种凭证各归其类，合计等于往来余额的变化', () => {
  const cases: [string, ReturnType<typeof entry>[], [number, number, number, number]][] = [
    ['网关付款', [entry('gateway', -500), entry('order_advance', 500)], [500, 0, 0, 0]],
    ['余额付款不改变往来', [entry('balance', -500), entry('order_advance', 500)], [0, 0, 0, 0]],
    ['完成', [entry('order_advance', -500), entry('sales', 450), entry('shipping', 50)], [0, 500, 0, 0]],
    ['完成后退货', [entry('sales', -100), entry('balance', 100)], [0, -100, 0, 0]],
    ['返现', [entry('marketing', -30), entry('balance', 30)], [0, 0, 30, 0]],
    ['充值带赠送', [entry('bank', -100), entry('marketing', -5), entry('voucher', 105)], [100, 0, 5, 0]],
    ['退回网关', [entry('refund_due', -80), entry('gateway', 80)], [-80, 0, 0, 0]],
    ['待查款不是企业的钱', [entry('bank', -70), entry('suspense', 70)], [0, 0, 0, 0]],
    ['调整', [entry('adjustment', 9), entry('balance', -9)], [0, 0, 0, -9]],
  ]
  const claims = new Set(['balance', 'voucher', 'credit', 'order_advance', 'refund_due', 'surplus'])
  for (const [name, entries, [received, bought, given, other]] of cases) {
    const movement = movementOf(entries)
    expect(movement, name).toEqual({ received, bought, given, other })
    const claimed = entries.filter(({ kind }) => claims.has(kind)).reduce((sum, { amount }) => sum + amount, 0)
    expect(changeOf(movement), name).toBe(claimed)
  }
  expect(changeOf(addMovements(cases.map(([, entries]) => movementOf(entries))))).toBe(500 - 500 + 100 + 30 + 105 - 80 - 9)
})

it('账龄按到期日分段：到期当天不算逾期', () => {
  const bill = (dueOn: string, open: number) => ({ dueOn, open: fen(open) })
  const bills = [bill('2026-11-30', 1), bill('2026-11-29', 2), bill('2026-10-31', 4), bill('2026-10-30', 8), bill('2026-09-01', 16)]
  expect(ageing([...bills, bill('2026-08-31', 32), bill('2026-12-05', 64)], '2026-11-30').map(({ amount }) => amount)).toEqual([
    65, 6, 8, 16, 32,
  ])
})

it('上个月：跨年也对', () => {
  expect(['2026-12-01', '2027-01-15', '2026-03-31'].map(monthBefore)).toEqual(['2026-11', '2026-12', '2026-02'])
})
