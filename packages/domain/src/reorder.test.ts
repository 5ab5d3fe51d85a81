import { describe, expect, it } from 'vitest'
import { adviseReorder } from './reorder.ts'

const TODAY = '2026-11-21'
const PACK = { midPack: 10, casePack: 100, splittable: false, wholeCase: false, minNumber: 10 }
const advise = (history: Partial<Parameters<typeof adviseReorder>[0]>, pack = PACK) =>
  adviseReorder({ times: 3, firstOn: '2026-09-22', lastOn: '2026-11-21', lastNumbers: [40], ...history }, pack, '盒', TODAY)

describe('建议数量：近几次的平均，凑成整的中包装', () => {
  it.each([
    [[40], 40, '上次 40 盒'],
    [[60, 40], 50, '近 2 次平均 50 盒'],
    [[20, 30, 20], 20, '近 3 次平均 23 盒'],
    [[3], 10, '上次 3 盒'],
  ])('%j → %i', (lastNumbers, number, note) => expect(advise({ lastNumbers })).toMatchObject({ number, note }))
  it('不低于起订量；可拆零的按一盒', () => {
    expect(advise({ lastNumbers: [3] }, { ...PACK, minNumber: 15 }).number).toBe(20)
    expect(advise({ lastNumbers: [3] }, { ...PACK, splittable: true, minNumber: 1 }).number).toBe(3)
  })
})

describe('到补货时间：距上次已有平时的间隔', () => {
  it.each([
    ['2026-10-20', 30, true],
    ['2026-10-25', 30, true],
    ['2026-10-27', 30, false],
    ['2026-07-01', 30, false],
  ])('上次 %s，平均 %i 天一次 → %s', (lastOn, days, due) => {
    const firstOn = new Date(Date.parse(`${lastOn}T00:00:00Z`) - days * 2 * 86_400_000).toISOString().slice(0, 10)
    expect(advise({ lastOn, firstOn })).toMatchObject({ intervalDays: days, due })
  })
  it('只买过一次的没有间隔，也不催', () =>
    expect(advise({ times: 1, lastOn: '2026-01-01' })).toMatchObject({ intervalDays: null, due: false }))
})
