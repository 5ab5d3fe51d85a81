import { describe, expect, test } from 'vitest'
import { chosenValues, isNarrowed, linkQuery, narrowed, readListQuery, toggled } from './list-query.ts'

const read = (text: string) => readListQuery(new URLSearchParams(text))

describe('表格视图的地址', () => {
  test('地址里的条件原样读出，再写回去还是同一个地址', () => {
    const text =
      'keywords=amxl&type=1&page=3&sort=price_asc&category=2,5&tags=秒&warehouse=1&in_stock=1&bought=1&expiry=near&price_max=9.80'
    const query = read(text)
    expect(query).toMatchObject({ keywords: 'amxl', type: 1, page: 3, sort: 'price_asc', category: '2,5', in_stock: 1, expiry: 'near' })
    expect(read(new URLSearchParams(Object.entries(linkQuery(query)).map(([key, value]) => [key, String(value)])).toString())).toEqual(
      query,
    )
  })
  test.each(['page=abc', 'page=0', 'page=-1', 'sort=best', 'in_stock=yes', 'expiry=soon', 'type=7', 'price_min=1e9', 'keywords=%20'])(
    '写错的条件 %s 不影响商品显示',
    (text) => expect(read(text)).toEqual({}),
  )
  test('改变条件后从第一页看起', () =>
    expect(narrowed({ keywords: 'amxl', page: 4 }, { sort: 'sales' })).toEqual({ keywords: 'amxl', sort: 'sales' }))
  test('多选条件可以逐个加上、逐个去掉', () => {
    const one = toggled({ page: 2 }, 'manufacturer', '7', true)
    const two = toggled(one, 'manufacturer', '9', true)
    expect(two).toEqual({ manufacturer: '7,9' })
    expect(chosenValues(two, 'manufacturer')).toEqual(['7', '9'])
    expect(toggled(toggled(two, 'manufacturer', '7', true), 'manufacturer', '9', true)).toEqual({})
  })
  test('单选条件后选的代替先选的', () => expect(toggled({ expiry: 'near' }, 'expiry', 'far', false)).toEqual({ expiry: 'far' }))
  test('仅看有货是开关', () => {
    expect(toggled({}, 'in_stock', '1', false)).toEqual({ in_stock: 1 })
    expect(toggled({ in_stock: 1 }, 'in_stock', '1', false)).toEqual({})
  })
  test('关键词、排序和页码不算筛选', () => {
    expect(isNarrowed({ keywords: 'amxl', page: 2, sort: 'sales' })).toBe(false)
    expect(isNarrowed({ in_stock: 1 })).toBe(true)
  })
})
