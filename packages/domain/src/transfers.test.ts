import { describe, expect, it } from 'vitest'
import { fen } from './money.ts'
import { claimFaults, maskedAccount } from './transfers.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
const FACTS = { payable: fen(128_050), orderedAt: new Date('2026-11-20T03:00:00Z'), isEphedrine: true, companyName: '溪桥大药房（云岩店）' }
const CLAIM = { amount: fen(128_050), paidOn: '2026-11-21', payerName: '溪桥大药房(云岩店)', payerAccount: '6222 0000 1111 2222' }
const fields = (change: Partial<typeof CLAIM> | { amount: null }, facts = FACTS) =>
  claimFaults({ ...CLAIM, ...change }, facts, NOW).map((fault) => fault.field)

describe('对公转账凭证', () => {
  it('金额、日期、户名、账号都对：没有意见；全角半角括号算同一户名', () => {
    expect(fields({})).toEqual([])
  })
  it.each([
    [{ amount: null }, ['amount']],
    [{ amount: fen(128_049) }, ['amount']],
    [{ paidOn: '2026-11-22' }, ['paid_on']],
    [{ paidOn: '2026-11-19' }, ['paid_on']],
    [{ paidOn: '2026-02-30' }, ['paid_on']],
    [{ payerName: '陈溪' }, ['payer_name']],
    [{ payerAccount: '尾号2222' }, ['payer_account']],
    [{ payerAccount: '1234567' }, ['payer_account']],
  ])('%j → %j', (change, expected) => {
    expect(fields(change)).toEqual(expected)
  })
  it('不含麻的订单不限定付款户名', () => {
    expect(fields({ payerName: '溪桥集团' }, { ...FACTS, isEphedrine: false })).toEqual([])
  })
  it('账号只露后四位', () => {
    expect(maskedAccount('6222000011112222')).toBe('**** 2222')
  })
})
