import { expect, it } from 'vitest'
import { proofChecks } from './proof-checks.ts'

const proof = { amount: '236.00', payer_name: '禾苑诊所', paid_on: '2026-11-21' }
const fits = (company: string, payable: string) => proofChecks(proof, { company, payable }).map((one) => one.fits)

it('凭证与订单并排核对：户名须一字不差，金额须一分不差', () => {
  expect(fits('禾苑诊所', '236.00')).toEqual([true, true])
  expect(fits('禾苑诊所 ', '236')).toEqual([true, true])
  expect(fits('禾苑诊所（分部）', '236.00')).toEqual([false, true])
  expect(fits('禾苑诊所', '236.01')).toEqual([true, false])
})
