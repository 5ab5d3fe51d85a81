import { describe, expect, it } from 'vitest'
import { hoursText, isServiceOpen, nextServiceText, type ServiceHours } from './service-hours.ts'

const HOURS: ServiceHours = { days: [1, 2, 3, 4, 5, 6], from: '08:30', to: '18:00', closedOn: ['2026-10-01', '2026-10-02'] }
/** Beijing time; 2026-11-21 is a Saturday. */
const at = (text: string) => new Date(`${text}:00+08:00`)

describe('客服工作时间按北京时间', () => {
  it.each([
    ['2026-11-20T08:30', true],
    ['2026-11-20T17:59', true],
    ['2026-11-20T18:00', false],
    ['2026-11-20T08:29', false],
    ['2026-11-21T10:00', true],
    ['2026-11-22T10:00', false],
    ['2026-10-01T10:00', false],
  ])('%s → %s', (now, open) => expect(isServiceOpen(HOURS, at(now))).toBe(open))

  it.each([
    ['2026-11-20T10:00', ''],
    ['2026-11-20T07:00', '今天 8:30'],
    ['2026-11-20T20:00', '明天 8:30'],
    ['2026-11-21T18:00', '周一 8:30'],
    ['2026-11-22T10:00', '明天 8:30'],
    ['2026-09-30T19:00', '周六 8:30'],
  ])('%s 之外，下一次是“%s”', (now, text) => expect(nextServiceText(HOURS, at(now))).toBe(text))

  it.each([
    [[1, 2, 3, 4, 5, 6], '周一至周六 8:30–18:00'],
    [[1, 2, 3, 4, 5, 6, 7], '每天 8:30–18:00'],
    [[1, 3, 5], '周一、周三、周五 8:30–18:00'],
    [[6], '周六 8:30–18:00'],
    [[], ''],
  ])('%j → %s', (days, text) => expect(hoursText({ ...HOURS, days })).toBe(text))

  it('没有服务日时不说什么时候', () => expect(nextServiceText({ ...HOURS, days: [] }, at('2026-11-20T20:00'))).toBe(''))
})
