import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, NullableYuan, Paged, Paging, Version, words } from './shapes.ts'

/** Companies by what is known of them, saved under a name: 客群. Each fact that is asked for narrows it; passed companies alone. */

const Days = Type.Integer({ minimum: 0, maximum: 3650, description: '0: not asked for' })
const Since = Type.Integer({ minimum: 0, maximum: 3650, description: 'in the last so many days; 0: ever' })
const names = (maxItems: number) => Type.Array(words(40), { maxItems, uniqueItems: true })
const ids = Type.Array(Id, { maxItems: 50, uniqueItems: true })

export const SegmentFacts = Type.Object({
  types: names(20),
  places: { ...names(400), description: 'provinces and cities, 贵州省 or 贵州省贵阳市' },
  ranks: names(20),
  managers: names(50),
  ordered_days: { ...Days, description: 'placed an order in the last so many days; 0: not asked for' },
  silent_days: { ...Days, description: 'placed none for so many days, or never; 0: not asked for' },
  amount_days: { ...Days, description: 'of which days amount_from and amount_to are; 0: not asked for' },
  amount_from: Type.String({ maxLength: 20, description: '元; empty: from nothing on' }),
  amount_to: Type.String({ maxLength: 20, description: '元; empty: without an end' }),
  bought_days: Since,
  bought_categories: ids,
  bought_goods: ids,
  missed_days: Since,
  missed_categories: ids,
  missed_goods: ids,
  licence_days: { ...Days, description: 'a licence in force ends within so many days, or has ended; 0: not asked for' },
})
export type SegmentFactsWire = Static<typeof SegmentFacts>

const Named = Type.Object({ id: Id, name: Type.String() })
const head = {
  id: Id,
  name: Type.String(),
  text: Type.String({ description: 'who is in it, in words' }),
  updated_by: Type.String(),
  updated_at: Type.String(),
}
const Segment = Type.Object({
  ...head,
  version: Type.Integer(),
  facts: SegmentFacts,
  names: Type.Object({ goods: Type.Array(Named), categories: Type.Array(Named) }),
})
export type SegmentWire = Static<typeof Segment>

export const staffSegments = call('GET', '/api/staff/segment', {
  permission: 'companies.view',
  summary: '客群',
  query: Type.Object({ keywords: Type.Optional(words(60)), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Type.Object(head)) }),
})
export const staffSegment = call('GET', '/api/staff/segment/:id', {
  permission: 'companies.view',
  summary: '一个客群',
  data: Segment,
})
/** A draft as it is typed: JSON of the facts, for a question that writes nothing. */
export const staffSegmentLook = call('GET', '/api/staff/segment_look', {
  permission: 'companies.view',
  summary: '客群草稿：命中多少企业，先看几家',
  query: Type.Object({ facts: Type.String({ minLength: 2, maxLength: 8000, description: 'JSON' }) }),
  data: Type.Object({
    text: Type.String(),
    companies: Type.Integer({ description: 'counted up to 10,000' }),
    is_capped: { ...Flag, description: '1: there are more' },
    some: listOf({
      id: Id,
      name: Type.String(),
      type: Type.String(),
      region: Type.String(),
      rank: Type.String(),
      manager: Type.String(),
      last_order_at: NullableText,
      amount_90d: NullableYuan,
    }),
  }),
})
const body = { name: words(40), facts: SegmentFacts }
export const staffSegmentAdd = call('POST', '/api/staff/segment', {
  permission: 'offers.change',
  summary: '新建客群',
  body: Type.Object(body),
  data: Segment,
})
export const staffSegmentSave = call('POST', '/api/staff/segment/:id', {
  permission: 'offers.change',
  summary: '修改客群',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...body, version: Version }),
  data: Segment,
})
export const staffSegmentRemove = call('POST', '/api/staff/segment/:id/remove', {
  permission: 'offers.change',
  summary: '删除客群',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version }),
  data: Type.Object({}),
})
