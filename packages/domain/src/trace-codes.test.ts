import { expect, it } from 'vitest'
import { traceCodeFault, traceCodeOf, traceDrugOf } from './trace-codes.ts'

it('追溯码：20 位数字，空格、横线和全角照收，别的说明错在哪里', () => {
  expect(traceCodeOf('8130 7270-1234５６７８ 9012 3456')).toBe('81307270123456789012' + '3456')
  expect(traceCodeFault('81307270123456789012')).toBe('')
  expect(traceDrugOf('81307270123456789012')).toBe('8130727')
  expect(traceCodeFault('8130727012345678901')).toContain('19 位')
  expect(traceCodeFault('813072701234567890123')).toContain('21 位')
  expect(traceCodeFault('8130727012345678901X')).toContain('只能是数字')
  expect(traceCodeFault('')).toContain('0 位')
})
