import { describe, expect, it } from 'vitest'
import { curveOf, nearestTo } from './curve.ts'

describe('冷链温度曲线', () => {
  it('按时间从左到右，温度从上到下；超出范围的点另外标出，范围画成带', () => {
    const points = [
      { at: '2026-11-23T02:00:00Z', celsius: 5, is_in_range: 1 },
      { at: '2026-11-23T03:00:00Z', celsius: 9, is_in_range: 0 },
      { at: '2026-11-23T06:00:00Z', celsius: 4, is_in_range: 1 },
    ]
    const curve = curveOf(points, [{ lowest: 2, highest: 8 }])
    expect([curve.highest, curve.lowest]).toEqual([10, 1])
    expect(curve.line).toBe('0,111.1 250,22.2 1000,133.3')
    expect(curve.outside).toEqual([{ x: 250, y: 22.2 }])
    expect(curve.bands).toEqual([{ y: 44.4, height: 133.4 }])
    expect(curve.levels).toEqual([
      { y: 177.8, text: '2 ℃' },
      { y: 44.4, text: '8 ℃' },
    ])
    expect(curve.times.map(({ x, text }) => `${x} ${text}`)).toEqual([
      '0 11-23 10:00',
      '250 11-23 11:00',
      '500 11-23 12:00',
      '750 11-23 13:00',
      '1000 11-23 14:00',
    ])
    expect([0, 120, 130, 700, 1000].map((x) => nearestTo(curve.places, x))).toEqual([0, 0, 1, 2, 2])
  })

  it('只有一个读数也画得出；没有下限的范围一直到底', () => {
    const curve = curveOf([{ at: '2026-11-23T02:00:00Z', celsius: -20, is_in_range: 1 }], [{ lowest: null, highest: -18 }])
    expect(curve.line).toBe('0,150')
    expect(curve.times).toEqual([{ x: 0, text: '11-23 10:00' }])
    expect(nearestTo([], 5)).toBe(-1)
    expect(curve.bands).toEqual([{ y: 50, height: 150 }])
  })
})
