import { describe, expect, it } from 'vitest'
import { climateFaults, climateRange, halfOfDay } from './climate.ts'

describe('库房温湿度', () => {
  it.each([
    ['normal', 30, 75, []],
    ['normal', 10, 35, []],
    ['normal', 30.1, 60, ['温度偏高']],
    ['normal', 9.9, 75.1, ['温度偏低', '湿度偏高']],
    ['cool', 20, 34.9, ['湿度偏低']],
    ['cool', -3, 60, []],
    ['cold', 8, 60, []],
    ['cold', 1.9, 60, ['温度偏低']],
    ['frozen', -10, null, []],
    ['frozen', -9.9, null, ['温度偏高']],
  ] as const)('%s %d ℃ %s %%：%j', (kind, celsius, humidity, faults) => {
    expect(climateFaults(kind, { celsius, humidity })).toEqual(faults)
  })

  it('范围写给人看；冷冻库不看湿度', () => {
    expect(climateRange('normal')).toBe('10–30 ℃，35–75 %')
    expect(climateRange('cool')).toBe('20 ℃ 以下，35–75 %')
    expect(climateRange('frozen')).toBe('-10 ℃ 以下')
  })

  it('上午、下午按北京时间分', () => {
    expect(halfOfDay(new Date('2026-11-22T16:00:00Z'))).toEqual({ half: 'am', begins: new Date('2026-11-22T16:00:00Z') })
    expect(halfOfDay(new Date('2026-11-23T03:59:59Z')).half).toBe('am')
    expect(halfOfDay(new Date('2026-11-23T04:00:00Z'))).toEqual({ half: 'pm', begins: new Date('2026-11-23T04:00:00Z') })
  })
})
