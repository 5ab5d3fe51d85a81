import { describe, expect, test } from 'vitest'
import { changesOf, clashOf, type Draft, type PermissionRow, type Role, rebased, toggled } from './roles-draft.ts'

const role: Role = { key: 'quality', name: '质量', builtin: 1, permissions: ['companies.view', 'companies.review'], people: 7, version: 3 }
const row = (word: string, side: string): PermissionRow => ({ word, area: '', name: word, side, second: 0 })
const PERMISSIONS = [row('companies.view', ''), row('companies.review', 'quality'), row('orders.ship', 'trade')]

describe('岗位的权限', () => {
  test('加一项减一项是一处变更，改回去就没有变更', () => {
    const once = toggled(new Map(), role, 'orders.ship')
    expect(changesOf(once, [role])).toMatchObject([{ added: ['orders.ship'], removed: [] }])
    const gone = toggled(once, role, 'companies.view')
    expect(changesOf(gone, [role])).toMatchObject([{ added: ['orders.ship'], removed: ['companies.view'] }])
    const back = toggled(toggled(gone, role, 'companies.view'), role, 'orders.ship')
    expect(changesOf(back, [role])).toEqual([])
    expect(back.size).toBe(0)
  })
  test('别人先改了同一岗位：自己的增减加在别人改过的上面，两边都不丢', () => {
    const [change] = changesOf(toggled(toggled(new Map(), role, 'orders.ship'), role, 'companies.view'), [role])
    if (change === undefined) throw new Error('no change')
    const { role: now, words } = rebased(change, ['companies.view', 'companies.review', 'batches.view', 'orders.ship'], 9)
    expect(now).toMatchObject({ version: 9, permissions: ['companies.view', 'companies.review', 'batches.view', 'orders.ship'] })
    expect(words).toEqual(['companies.review', 'batches.view', 'orders.ship'])
  })
  test('质量与购销仓储的决定权不能在同一岗位', () => {
    const draft: Draft = toggled(new Map(), role, 'orders.ship')
    expect(clashOf(draft.get('quality') ?? [], PERMISSIONS).map(({ side }) => side)).toEqual(['质量', '购销与仓储'])
    expect(clashOf(role.permissions, PERMISSIONS)).toEqual([])
    expect(clashOf(['companies.view', 'orders.ship'], PERMISSIONS)).toEqual([])
  })
})
