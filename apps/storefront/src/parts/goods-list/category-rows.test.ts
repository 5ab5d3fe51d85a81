import { expect, it } from 'vitest'
import type { MenuEntryWire } from '#contract/content.ts'
import { categoryName, categoryRows, toggledCategory, treeOf } from './category-rows.ts'

const leaf = (id: number, name: string) => ({ id, name, logo: '', logo1: '' })
const drugs: MenuEntryWire[] = [
  {
    ...leaf(1, '西药'),
    hint: '',
    children: [
      { ...leaf(21, '抗感染'), children: [leaf(99, '青霉素类'), leaf(100, '头孢菌素类')] },
      { ...leaf(23, '心脑血管'), children: [leaf(107, '降压药')] },
    ],
  },
  { ...leaf(2, '中成药'), hint: '', children: [{ ...leaf(37, '感冒清热'), children: [] }] },
]
const herbs: MenuEntryWire[] = [{ ...leaf(10, '根茎'), hint: '', children: [{ ...leaf(51, '补虚药'), children: [] }] }]
const counts = new Map([
  [1, 200],
  [2, 100],
  [21, 40],
  [23, 30],
  [99, 6],
])
const names = (chosen: number[], complete = true) =>
  categoryRows(drugs, chosen, counts, complete).map((row) => row.values.map(({ name, chosen: on }) => (on ? `[${name}]` : name)).join(' '))

it('没有选时只有第一级', () => expect(names([])).toEqual(['西药 中成药']))
it('选了一类就给出它的下一级，没有商品的不给', () => expect(names([1])).toEqual(['[西药] 中成药', '抗感染 心脑血管']))
it('选到第三级时，每一级都看得到走过的路', () => expect(names([99])).toEqual(['[西药] 中成药', '[抗感染] 心脑血管', '[青霉素类]']))
it('同时选两类时不再往下展开', () => expect(names([1, 2])).toEqual(['[西药] [中成药]']))
it('计数被截断时，下级没有数字也列出', () =>
  expect(names([21], false)).toEqual(['[西药] 中成药', '[抗感染] 心脑血管', '青霉素类 头孢菌素类']))

it('选下级时替换上级；再点一次回到上级', () => {
  expect(toggledCategory(drugs, [1], 21)).toEqual([21])
  expect(toggledCategory(drugs, [21], 21)).toEqual([1])
  expect(toggledCategory(drugs, [1], 1)).toEqual([])
})
it('同级可以多选；点已展开的上级就收起它下面的全部', () => {
  expect(toggledCategory(drugs, [21], 23)).toEqual([21, 23])
  expect(toggledCategory(drugs, [21, 23], 23)).toEqual([21])
  expect(toggledCategory(drugs, [21, 23], 1)).toEqual([])
})
it('中药专区的分类用它自己的树', () => {
  expect(treeOf([drugs, herbs], [51])).toBe(herbs)
  expect(treeOf([drugs, herbs], [])).toBe(drugs)
  expect(categoryName([drugs, herbs], 51)).toBe('补虚药')
})
