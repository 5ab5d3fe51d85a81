import { describe, expect, it } from 'vitest'
import type { FacetWire } from '#contract/goods.ts'
import { linkQuery, readListQuery } from '../list-query.ts'
import { chips, cleared, fitting, otherWords } from './list-data.ts'

const facets: FacetWire[] = [
  {
    key: 'manufacturer',
    name: '生产厂家',
    multiple: true,
    values: [
      { value: '3', name: '青屿制药', count: 2 },
      { value: '5', name: '南漪药业', count: 1 },
    ],
  },
  { key: 'form', name: '剂型', multiple: true, values: [{ value: '片剂', name: '片剂', count: 2 }] },
  { key: 'in_stock', name: '库存', multiple: false, values: [{ value: '1', name: '有货', count: 2 }] },
]
const query = (text: string) => readListQuery(new URLSearchParams(text))

describe('已选条件', () => {
  it('每个条件一枚，去掉一个不影响其他，回到第一页', () => {
    const found = chips(query('keywords=阿莫&manufacturer=3,5&form=片剂&in_stock=1&page=3'), facets)
    expect(found.map(({ text }) => text)).toEqual(['生产厂家：青屿制药', '生产厂家：南漪药业', '剂型：片剂', '有货'])
    expect(linkQuery(found[0]?.without ?? {})).toEqual({ keywords: '阿莫', manufacturer: '5', form: '片剂', in_stock: 1 })
  })

  it('价格区间是一枚，一次去掉两端', () => {
    const [price] = chips(query('price_min=2&price_max=9.50'), facets)
    expect([price?.text, price?.without]).toEqual(['价格：¥2–9.50', {}])
    expect(chips(query('price_max=9.50'), facets)[0]?.text).toBe('价格：¥9.50 以下')
  })

  it('结果里没有的条件也看得见、去得掉', () => {
    const found = chips(query('category=77'), [], (_, value) => (value === '77' ? '防护' : undefined))
    expect(found).toEqual([{ key: 'category', text: '分类：防护', without: {} }])
  })

  it('清空后保留关键词、范围和排序', () => {
    expect(cleared(query('keywords=板蓝根&type=1&sort=sales&form=片剂&page=2'))).toEqual({ keywords: '板蓝根', type: 1, sort: 'sales' })
  })
})

it('地址里不对的值被忽略，仍能打开列表', () => {
  expect(query('page=-1&sort=zzz&type=7&in_stock=yes&expiry=never&price_min=abc')).toEqual({})
})

it.each([
  ['阿莫西林克拉维酸钾', ['阿莫西林克', '阿莫']],
  ['感冒 颗粒', ['感冒', '颗粒']],
  ['xy', []],
])('搜不到 %s 时建议 %j', (keywords, words) => {
  expect(otherWords(keywords)).toEqual(words)
})

it('一行放不下时，已选的永远在前面', () => {
  const values = Array.from({ length: 30 }, (_, index) => ({ name: `厂家名称${index}`, count: 10 }))
  const { shown, hidden } = fitting(values, ({ name }) => name === '厂家名称29', 400)
  expect(shown[0]?.name).toBe('厂家名称29')
  expect(shown.length + hidden.length).toBe(30)
  expect(shown.length).toBeLessThan(6)
})
