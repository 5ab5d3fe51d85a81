import { describe, expect, test } from 'vitest'
import { queryOf, readList, stepTo, withChange, withLook, withPlace } from './list-state.ts'

const read = (text: string) => readList(new URLSearchParams(text), ['keywords', 'state'])

describe('列表在地址里的状态', () => {
  test('认得自己的筛选、页、每页条数、排序和看着的行，别的不当筛选', () => {
    expect(read('state=open&page=3&per=100&sort=-total&look=7&tab=log')).toEqual({
      filters: { state: 'open' },
      page: 3,
      perPage: 100,
      sort: '-total',
      after: '',
      look: '7',
    })
  })
  test('地址里写坏的页数和条数按第一页、默认条数', () => {
    expect(read('page=-2&per=7000')).toMatchObject({ page: 1, perPage: 40 })
    expect(read('page=1e3&per=x')).toMatchObject({ page: 1, perPage: 40 })
  })
  test('换筛选回到第一页并收起右栏，其余留着', () => {
    const next = withChange(new URLSearchParams('keywords=a&page=3&look=7&new=1'), { state: 'open', keywords: '' })
    expect(next.toString()).toBe('new=1&state=open')
  })
  test('翻页收起右栏，第一页不写页数', () => {
    expect(withPlace(new URLSearchParams('state=open&look=7&page=2'), { page: 1 }).toString()).toBe('state=open')
    expect(withPlace(new URLSearchParams('state=open'), { after: '88' }).toString()).toBe('state=open&after=88')
    expect(withLook(new URLSearchParams('page=2'), '9').toString()).toBe('page=2&look=9')
  })
  test('有页数的列表问页数，按行续读的列表问上一页最后一行', () => {
    expect(queryOf(read('state=open&page=2'), null)).toEqual({ state: 'open', page: 2, per_page: 40 })
    expect(queryOf(read('after=88'), 'before')).toEqual({ before: '88', per_page: 40 })
    expect(queryOf(read(''), 'before')).toEqual({ per_page: 40 })
  })
  test('J K 走到头就停，没有当前行时从头或从尾开始', () => {
    expect(stepTo(['1', '2', '3'], '', 1)).toBe('1')
    expect(stepTo(['1', '2', '3'], '', -1)).toBe('3')
    expect(stepTo(['1', '2', '3'], '3', 1)).toBe('3')
    expect(stepTo(['1', '2', '3'], '2', -1)).toBe('1')
    expect(stepTo([], '', 1)).toBe('')
  })
})
