import { expect, test } from 'vitest'
import { allows } from '../rights.ts'
import type { Zone } from '../zone.ts'
import { found, goalsOf, recordsOf } from './palette-rules.ts'

const load = async () => ({ default: () => null })
const ZONES: readonly Zone[] = [
  {
    pages: [
      { path: 'system/staff', title: '员工', area: 'system', needs: 'staff.view', load },
      { path: 'system/staff/:id', title: '员工', area: 'system', needs: 'staff.view', load },
    ],
    commands: [{ text: '新增员工', words: 'xzyg', needs: 'staff.manage', to: 'system/staff?new=1' }],
  },
]
const goals = (...held: string[]) => goalsOf(ZONES, (needs) => allows(held, needs))

test('查找只列出此人能进的页面和能做的操作', () => {
  expect(goals('staff.view').map(({ text }) => text)).toEqual(['员工'])
  expect(goals('staff.view', 'staff.manage').map(({ text, area }) => [text, area])).toEqual([
    ['员工', 'system'],
    ['新增员工', 'system'],
  ])
  expect(goals()).toEqual([])
})
test('按部分名称、首字母、区域名查找，名称开头相符的在前', () => {
  const all = goals('staff.view', 'staff.manage')
  expect(found(all, 'XZYG').map(({ text }) => text)).toEqual(['新增员工'])
  expect(found(all, '系统 新').map(({ text }) => text)).toEqual(['新增员工'])
  expect(found(all, '新增').map(({ text }) => text)).toEqual(['新增员工'])
  expect(found(all, '没有的')).toEqual([])
})

test('找到的记录去第一个有的、有权打开的页面；没有页面可去的不列', () => {
  const zones = [
    {
      pages: [
        { path: 'orders', title: '订单', area: 'orders' as const, needs: 'orders.view' as const, load },
        { path: 'orders/:id', title: '订单', area: 'orders' as const, needs: 'orders.view' as const, load },
        { path: 'quality/batches', title: '批号', area: 'quality' as const, needs: 'batches.view' as const, load },
      ],
    },
  ]
  const row = (id: number, text: string) => ({ id, text, note: '某药房', key: text })
  const groups = [
    { kind: 'order' as const, name: '订单', list: [row(7, '2026112300007')] },
    { kind: 'batch' as const, name: '批号', list: [row(9, 'A 1')] },
    { kind: 'staff' as const, name: '员工', list: [row(3, '孙敏')] },
  ]
  const all = recordsOf(groups, zones, () => true)
  expect(all.map(({ to, kind }) => [to, kind])).toEqual([
    ['orders/7', '订单'],
    ['quality/batches?keywords=A%201', '批号'],
  ])
  expect(recordsOf(groups, zones, (needs) => needs === 'batches.view')).toHaveLength(1)
})
