import { expect, it } from 'vitest'
import { nextStep } from './statuses.ts'

it('仅退款的申请不说寄回', () => {
  expect(nextStep('reviewing', 'return')).toContain('寄回地址')
  expect(nextStep('reviewing', 'refund_only')).toContain('商品不寄回')
  expect(nextStep('inspecting', 'refund_only')).toBe('等待仓库核实：按核实的数量退款')
  expect(nextStep('refunded', 'refund_only')).toBe(nextStep('refunded', 'return'))
})
