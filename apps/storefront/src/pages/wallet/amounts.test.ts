import { describe, expect, it } from 'vitest'
import { giftOf, plainYuan, plus, readYuan } from './amounts.ts'
import { exportUrl, logQuery, logView, viewValues } from './log-query.ts'
import { scale } from './SpendingChart.tsx'

describe('钱包页面的金额与条件', () => {
  it.each([
    ['100', '100.00'],
    ['1,000.5', '1000.50'],
    [' 8.88 ', '8.88'],
    ['0', null],
    ['-5', null],
    ['1.234', null],
    ['abc', null],
    ['', null],
  ])('输入 %s 读作 %s', (text, expected) => expect(readYuan(text)).toBe(expected))

  it('赠送按够到的最高一档', () => {
    const tiers = [
      { amount: '1000.00', gift: '10.00' },
      { amount: '5000.00', gift: '100.00' },
    ]
    expect(['999.99', '1000.00', '4999.00', '9000.00'].map((amount) => giftOf(amount, tiers))).toEqual(['0.00', '10.00', '10.00', '100.00'])
    expect(plainYuan('5000.00')).toBe('5000')
  })

  it('金额相加不差一分', () => {
    expect([plus('0.10', '0.20'), plus('5000.00', '100.00'), plus()]).toEqual(['0.30', '5100.00', '0.00'])
  })

  it('地址里不合理的条件不算', () => {
    const at = (search: string) => logView(new URL(`http://shop/yegl${search}`))
    expect(at('?use=order_pay&from=2026-11-30&to=2026-11-01&page=2')).toEqual({
      use: 'order_pay',
      from: '2026-11-01',
      to: '2026-11-30',
      page: 2,
    })
    expect(at('?use=%3Cb%3E&from=2026-02-30&page=x')).toEqual({ use: '', from: '', to: '', page: 1 })
    expect(viewValues(at(''))).toEqual({ use: undefined, from: undefined, to: undefined, page: undefined })
    expect(logQuery(at('?from=2026-11-01'), 'voucher')).toMatchObject({ purse: 'voucher', start_time: '2026-11-01' })
    expect(exportUrl(at('?use=in'), 'points')).toBe('/api/user/user_money_log/export?purse=points&use_type=in')
  })

  it.each([
    [0, 100],
    [8_999, 10_000],
    [12_500, 15_000],
    [40_000, 40_000],
  ])('图的纵轴盖住最高的 %d', (highest, top) => expect(scale(highest).top).toBe(top))
})
