import { describe, expect, it } from 'vitest'
import { changeText, hoursShown, lastWeekday, waited } from './day-rules.ts'

const hours = (busy: Readonly<Record<number, [today: number, before: number]>>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, today: busy[hour]?.[0] ?? 0, before: busy[hour]?.[1] ?? 0 }))

describe('今天与上周同日', () => {
  it('增减按百分比，带符号；上周没有就不比', () => {
    expect([changeText(108.2, 100), changeText(90, 100), changeText(100, 100), changeText(0, 4)]).toEqual(['+8.2%', '−10%', '0%', '−100%'])
    expect(changeText(5, 0)).toBe('')
  })

  it('2026-11-23 是周一，上周同日是上周一', () => {
    expect([lastWeekday('2026-11-23'), lastWeekday('2026-11-22')]).toEqual(['上周一', '上周日'])
  })

  it('画 8 到 20 时；更早更晚有单的，画到那一小时', () => {
    expect(hoursShown(hours({})).map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    const wide = hoursShown(hours({ 6: [1, 0], 22: [0, 2] }))
    expect([wide[0]?.hour, wide.at(-1)?.hour]).toEqual([6, 22])
  })
})

describe('等了多久', () => {
  const since = (ms: number) => waited(new Date(0).toISOString(), ms)
  it('分钟、小时、天，满一天就醒目；比现在晚的算刚刚', () => {
    expect([since(30_000), since(600_000), since(7_260_000), since(86_400_000), since(3 * 86_400_000 + 5), since(-1)]).toEqual([
      { text: '刚刚', isLong: false },
      { text: '10 分钟', isLong: false },
      { text: '2 小时', isLong: false },
      { text: '1 天', isLong: true },
      { text: '3 天', isLong: true },
      { text: '刚刚', isLong: false },
    ])
  })
})
