import { describe, expect, it } from 'vitest'
import { WORK_KINDS } from '#contract/work.ts'
import { AUDIT_KINDS } from '#domain/audit-names.ts'
import { pageAt } from '../rights.ts'
import { placeOf } from './system/audit-places.ts'
import { ZONES } from './zones.ts'

const NOWHERE = ['file', 'import', 'list_view', 'recharge', 'repayment']

describe('操作记录里的对象', () => {
  it('每一种对象都有它的页面，写明没有的除外', () => {
    const places = Object.keys(AUDIT_KINDS).map((kind) => [kind, placeOf({ kind, name: '', text: '甲 1', page: '7' })] as const)
    expect(Object.keys(AUDIT_KINDS)).toEqual(expect.arrayContaining([...WORK_KINDS]))
    expect(places.filter(([, place]) => place === '').map(([kind]) => kind)).toEqual(NOWHERE)
    for (const [kind, place] of places) if (place) expect(pageAt(ZONES, place.split('?')[0] ?? ''), kind).toBeDefined()
  })

  it('按编号或名称找，不按内部号', () => {
    expect(placeOf({ kind: 'stock_batch', name: '批号', text: 'A/1', page: '7' })).toBe('warehouse/batches?keywords=A%2F1')
    expect(placeOf({ kind: 'certificate', name: '企业证照', text: '甲药房', page: '3' })).toBe('companies/3')
    expect(placeOf({ kind: 'article', name: '文章', text: '', page: 'legal' })).toBe('content/articles')
  })

  it('已经没有了的、不认识的不给链接', () => {
    expect(placeOf({ kind: 'order', name: '订单', text: '', page: '' })).toBe('')
    expect(placeOf({ kind: 'constructor', name: 'constructor', text: '', page: '1' })).toBe('')
  })
})
