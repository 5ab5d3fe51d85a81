import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id } from './shapes.ts'

/** Lists of the console as a person wants them: filters, sort and columns, as the page's address says them. */

export const VIEWS_MAX = 30
const List = Type.String({ pattern: '^[a-z][a-z0-9_./-]{0,59}$', description: 'which list: its call below /api/staff' })
const Name = Type.String({ minLength: 1, maxLength: 20 })
const Query = Type.String({ maxLength: 1000, description: 'what stands behind the ? of the address' })
const Version = Type.Integer({ minimum: 0, description: 'of the view as it was read' })

const View = Type.Object({
  id: Id,
  name: Type.String(),
  query: Type.String(),
  shared: Flag,
  mine: Flag,
  owner: Type.String(),
  is_default: { ...Flag, description: 'mine to begin with' },
  version: Type.Integer(),
})
export type ListViewWire = Static<typeof View>

export const staffListViews = call('GET', '/api/staff/view', {
  permission: 'own',
  summary: '列表的视图：自己的和共享的',
  query: Type.Object({ list: List }),
  data: Type.Object({ list: Type.Array(View) }),
})
export const staffListViewAdd = call('POST', '/api/staff/view', {
  permission: 'own',
  summary: '保存为视图',
  body: Type.Object({ list: List, name: Name, query: Query }),
  data: Type.Object({ id: Id }),
})
/** A shared one is changed by its owner, and by whoever may share. */
export const staffListViewSave = call('POST', '/api/staff/view/:id', {
  permission: 'own',
  summary: '修改视图',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ name: Name, query: Query, version: Version }),
  data: Type.Object({ version: Type.Integer() }),
})
export const staffListViewDrop = call('DELETE', '/api/staff/view/:id', {
  permission: 'own',
  summary: '删除视图',
  data: Type.Object({}),
})
export const staffListViewShare = call('POST', '/api/staff/view/:id/share', {
  permission: 'views.share',
  summary: '共享视图，或收回',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ shared: Flag, version: Version }),
  data: Type.Object({ version: Type.Integer() }),
})
export const staffListViewDefault = call('POST', '/api/staff/view_default', {
  permission: 'own',
  summary: '打开列表时用的视图',
  body: Type.Object({ list: List, view_id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '0: none' }) }),
  data: Type.Object({}),
})
