import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { AdvertShape, PreviewWord } from './content.ts'
import { Flag, Id, Paging } from './shapes.ts'

/** Prize draw (specification sections 3, 4, 7, 8, 9). */

export const PrizeShape = Type.Object({
  id: Id,
  kind: Type.Unsafe<'none' | 'points' | 'coupon' | 'voucher' | 'goods'>({ type: 'string' }),
  name: Type.String(),
  remarks: Type.String(),
  image: Type.String(),
})
export type PrizeWire = Static<typeof PrizeShape>

export const DrawShape = Type.Object({
  id: Id,
  is_join: Type.Integer({ description: '0: may draw now; 1: has drawn today or may not' }),
  name: Type.String(),
  remarks: Type.String(),
  rule: Type.String(),
  image: Type.String(),
  starts_at: Type.String(),
  ends_at: Type.String(),
  chances: Type.Integer({ description: 'draws left to this company' }),
  why: Type.String({ description: 'why it may not draw; empty when it may' }),
  prizes: Type.Array(PrizeShape),
})
export type DrawWire = Static<typeof DrawShape>
const NullableDraw = Type.Unsafe<DrawWire | null>({ anyOf: [DrawShape, { type: 'null' }] })

export const DrawRecordShape = Type.Object({
  id: Id,
  draw_id: Id,
  draw_name: Type.String(),
  company: Type.String({ description: 'own name, or another winner’s with the middle hidden' }),
  name: Type.String(),
  remarks: Type.String(),
  kind: Type.String(),
  at: Type.String(),
})
export type DrawRecordWire = Static<typeof DrawRecordShape>

/** The draw by id, or the one that is open now; null when there is none. */
export const drawInfo = call('GET', '/api/draw', {
  access: 'member',
  summary: '抽奖',
  query: Type.Object({ id: Type.Optional(Id) }),
  data: Type.Object({ draw: NullableDraw }),
})
/** Newest winners, for the scrolling list. */
export const drawNewRecord = call('GET', '/api/draw/new_record', {
  access: 'member',
  summary: '最新中奖',
  query: Type.Object({ id: Type.Optional(Id) }),
  data: Type.Object({ list: Type.Array(DrawRecordShape) }),
})
export const drawActivity = call('GET', '/api/draw/:id/activity', {
  access: 'member',
  summary: '抽奖活动详情',
  data: Type.Object({ draw: DrawShape, records: Type.Array(DrawRecordShape) }),
})
/** What the pop-up needs to decide whether to appear; cheap. */
export const drawSimple = call('GET', '/api/draw/simple', {
  access: 'member',
  summary: '抽奖弹窗',
  data: Type.Object({
    draw: Type.Unsafe<{ id: number; is_join: number; name: string; remarks: string } | null>({
      anyOf: [Type.Object({ id: Id, is_join: Type.Integer(), name: Type.String(), remarks: Type.String() }), { type: 'null' }],
    }),
  }),
})
/** This company's own draws. */
export const drawRecord = call('GET', '/api/draw/record', {
  access: 'member',
  summary: '我的中奖记录',
  query: Type.Object(Paging),
  data: Type.Object({ list: Type.Array(DrawRecordShape), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }),
})
export const drawAds = call('GET', '/api/draw/ads', {
  access: 'public',
  summary: '抽奖广告',
  query: Type.Object({ preview: PreviewWord }),
  data: Type.Object({ list: Type.Array(AdvertShape) }),
})
/** The draw itself, on the server. The same key answers the same result. */
export const activityTap = call('POST', '/api/activity/tap', {
  access: 'passed',
  summary: '抽奖',
  body: Type.Object({ id: Id, key: Type.Optional(Type.String({ minLength: 8, maxLength: 64 })) }),
  data: Type.Object({ record_id: Id, won: Flag, prize: PrizeShape, chances: Type.Integer() }),
})
