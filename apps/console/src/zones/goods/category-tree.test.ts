import { describe, expect, it } from 'vitest'
import type { CategoryWire } from '#contract/categories.ts'
import { choicesOf, dropOf, pathOf, stepOf, treeOf } from './category-tree.ts'

const row = (id: number, parent_id: number | null, name: string, tree: CategoryWire['tree'] = 'drug'): CategoryWire => ({
  id,
  parent_id,
  tree,
  name,
  hint: '',
  goods: 0,
  version: 0,
})
const LIST = [
  row(1, null, '西药'),
  row(2, 1, '抗感染'),
  row(3, 1, '消化'),
  row(4, 2, '青霉素'),
  row(5, null, '饮片', 'herb'),
  row(6, null, '中成药'),
]

describe('分类树', () => {
  it('按馆分开，一级一级排好，路径写全', () => {
    expect(treeOf(LIST, 'drug').map(({ title, children }) => [title, children.map((one) => one.title)])).toEqual([
      ['西药', ['抗感染', '消化']],
      ['中成药', []],
    ])
    expect(pathOf(LIST, 4)).toBe('西药 / 抗感染 / 青霉素')
    expect(choicesOf(LIST, 2).map(({ value }) => value)).toEqual([1, 3, 5, 6])
  })

  it('上移下移只在同级里；最前最后不动；顶级只在自己的馆里', () => {
    expect(stepOf(LIST, 3, -1)).toEqual({ parent_id: 1, before: 2 })
    expect(stepOf(LIST, 2, 1)).toEqual({ parent_id: 1, before: null })
    expect(stepOf(LIST, 2, -1)).toBeNull()
    expect(stepOf(LIST, 1, 1)).toEqual({ parent_id: null, before: null })
    expect(stepOf(LIST, 5, 1)).toBeNull()
  })

  it('拖到别的上面成为下级，拖到缝里排在那里，拖进自己里面不算', () => {
    expect(dropOf(LIST, 3, 6, 0)).toEqual({ parent_id: 6, before: null })
    expect(dropOf(LIST, 3, 2, -1)).toEqual({ parent_id: 1, before: 2 })
    expect(dropOf(LIST, 4, 2, 1)).toEqual({ parent_id: 1, before: 3 })
    expect(dropOf(LIST, 1, 4, 0)).toBeNull()
  })
})
