import { expect, it } from 'vitest'
import { collectionsOf } from './collect.ts'

const MB = 1024 * 1024

it('启动后先整理一次内存；之后只在空闲且确有增长时整理', () => {
  const at = { busy: 0, resident: 390 * MB, collected: 0 }
  const look = collectionsOf({
    busy: () => at.busy,
    resident: () => at.resident,
    collect: () => {
      at.collected += 1
      at.resident = 220 * MB
    },
  })
  expect(at.collected).toBe(1)
  look()
  expect(at.collected).toBe(1)
  at.resident = 400 * MB
  at.busy = 0.9
  look()
  expect(at.collected).toBe(1)
  at.busy = 0.02
  look()
  expect(at.collected).toBe(2)
  look()
  expect(at.collected).toBe(2)
})
