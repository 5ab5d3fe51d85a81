import { describe, expect, it } from 'vitest'
import { expiryTone, tabOf } from './states.ts'

describe('企业列表', () => {
  it('不认识的页签就是全部', () => {
    expect(tabOf('nobody').query).toEqual({})
    expect(tabOf('expiring').query).toEqual({ expiring: 30 })
  })

  it('已过期红，30 天内黄，其余不标', () => {
    expect(expiryTone('2026-11-20', '2026-11-21')).toBe('bad')
    expect(expiryTone('2026-12-21', '2026-11-21')).toBe('w')
    expect(expiryTone('2026-12-22', '2026-11-21')).toBe('')
    expect(expiryTone(null, '2026-11-21')).toBe('')
  })
})
