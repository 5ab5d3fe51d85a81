import { expect, it } from 'vitest'
import { isWork, rememberAsked, wasAskedToday } from './visit.ts'

it('抽奖每个账号每天只问一次：同一浏览器的别的标签页也算，换账号和第二天（北京时间）另算', () => {
  const kept = new Map<string, string>()
  const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
  const evening = new Date('2026-11-22T15:00:00Z')
  expect(wasAskedToday(7, evening, store)).toBe(false)
  rememberAsked(7, evening, store)
  expect(wasAskedToday(7, new Date('2026-11-22T15:59:00Z'), store)).toBe(true)
  expect(wasAskedToday(8, evening, store)).toBe(false)
  expect(wasAskedToday(7, new Date('2026-11-22T16:00:00Z'), store)).toBe(false)
})

it.each([
  ['/search', true],
  ['/search/table', true],
  ['/list', true],
  ['/list/info/231', true],
  ['/cart', true],
  ['/cart/step2', true],
  ['/', false],
  ['/lqzx', false],
  ['/mrtj', false],
])('%s 是采购页面：%s', (pathname, work) => {
  expect(isWork(pathname)).toBe(work)
})
