import { expect, it } from 'vitest'
import { FRESH_MS, keepCategories, readCategories } from './kept-categories.ts'

function store(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}
const LIST = [{ id: 4, code: 'xrzn', name: '新手指南', articles: [] }]

it('帮助目录存在本地，一小时内不再问；过时的先用着再问', () => {
  const local = store()
  keepCategories(local, LIST, 1_000)
  expect(readCategories(local, 2_000)).toEqual({ list: LIST, fresh: true })
  expect(readCategories(local, 1_000 + FRESH_MS)).toEqual({ list: LIST, fresh: false })
  expect(readCategories(local, 0)).toEqual({ list: LIST, fresh: false })
})

it.each(['', 'null', '{"version":0,"at":1,"list":[]}', '{"version":1}', '不是 JSON'])('读不懂的当作没有：%s', (text) => {
  expect(readCategories(store({ help_categories: text }), 1)).toBeNull()
})

it('存不下、不许存也照常使用', () => {
  const full = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(() => keepCategories(full, LIST, 1)).not.toThrow()
  expect(readCategories(full, 1)).toBeNull()
})
