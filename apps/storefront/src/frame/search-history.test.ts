import { beforeEach, describe, expect, it } from 'vitest'
import { readHistory, remember } from './search-history.ts'

const values = new Map<string, string>()
const store = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}

describe('搜索历史', () => {
  beforeEach(() => values.clear())

  it('去重、去空格，最新的在前，以逗号分隔保存', () => {
    remember(store, '阿莫西林')
    remember(store, '  板蓝根 ')
    remember(store, '阿莫西林')
    expect(values.get('search_history')).toBe('阿莫西林,板蓝根')
    expect(readHistory(store)).toEqual(['阿莫西林', '板蓝根'])
  })

  it('最多十条', () => {
    for (let number = 1; number <= 12; number++) remember(store, `词${number}`)
    expect(readHistory(store)).toHaveLength(10)
    expect(readHistory(store)[0]).toBe('词12')
    expect(readHistory(store)).not.toContain('词2')
  })

  it('空关键词清空历史', () => {
    remember(store, '连翘')
    expect(remember(store, '   ')).toEqual([])
    expect(values.has('search_history')).toBe(false)
  })

  it('关键词里的逗号不会拆成两条', () => {
    remember(store, '维C,银翘')
    expect(readHistory(store)).toEqual(['维C 银翘'])
  })
})
