import { type Static, Type } from 'typebox'
import type { LawStanding } from '#domain/law/standing.ts'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging } from './shapes.ts'

/** The stop list for the quality department: what the rules bar, what they doubt, and what was decided. */

export const LAW_STATES = ['doubtful', 'barred', 'unjudged'] as const satisfies readonly LawStanding[]
const State = Type.Unsafe<(typeof LAW_STATES)[number]>({ type: 'string', enum: [...LAW_STATES] })
const Counts = listOf({ state: State, name: Type.String(), count: Type.Integer() })

export const LAW_REASON_MIN = 10

const Decided = Type.Object({
  decision: Type.Unsafe<'release' | 'bar' | 'review'>({ type: 'string' }),
  reason: Type.String(),
  by: Type.String(),
  at: Type.String(),
  goods_name: Type.String({ description: 'as it was' }),
  approval_no: Type.String({ description: 'as it was' }),
})

const LawRow = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  generic_name: Type.String(),
  trade_name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  approval_no: Type.String(),
  category: Type.String(),
  mark: Type.String({ description: '特殊管理, as the file had it' }),
  state: State,
  state_name: Type.String(),
  class: Type.String({ description: 'that bars or is suspected; may be empty' }),
  reason: Type.String({ description: 'in words: which column says what, and which list knows it' }),
  rule: Type.String({ description: 'list/name' }),
  version: NullableText,
  /** 1: it goes back on the shelf when it is released. */
  held: Flag,
  digest: Type.String({ description: 'of everything that it is judged by; a decision sends it back' }),
  decisions: Type.Array(Decided, { description: 'the latest first, at most 5' }),
})
export type LawRowWire = Static<typeof LawRow>

export const staffLawGoods = call('GET', '/api/staff/law/goods', {
  permission: 'law.view',
  summary: '禁售目录：待审与禁售商品',
  query: Type.Object({
    state: Type.Optional(State),
    class: Type.Optional(Type.String({ maxLength: 20 })),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'code, name or approval number' })),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(LawRow),
    ...Paged,
    counts: Counts,
    classes: Type.Array(Type.Object({ class: Type.String(), count: Type.Integer() }), { description: 'of the state that is asked for' }),
  }),
})

/** Names the article, its number and the digest of what it is judged by, so that nothing is decided on other facts than were looked at. */
export const staffLawDecide = call('POST', '/api/staff/law/goods/:id/:decision', {
  permission: { param: 'decision', words: { release: 'law.release', bar: 'law.bar' } },
  summary: '禁售目录：质量管理部门放行或禁售',
  refuses: ['GOODS_CHANGED', 'LAW_BARRED', 'NOTHING_TO_DECIDE'],
  params: Type.Object({ id: Id, decision: Type.Unsafe<'release' | 'bar'>({ type: 'string', enum: ['release', 'bar'] }) }),
  body: Type.Object({
    name: Type.String({ maxLength: 200 }),
    approval_no: Type.String({ maxLength: 100 }),
    digest: Type.String({ maxLength: 40, description: 'of the goods as the list showed it' }),
    reason: Type.String({ maxLength: 500, description: 'at least 10 characters' }),
  }),
  data: Type.Object({ state: Type.String(), on_shelf: Flag }),
})

export const staffLaw = call('GET', '/api/staff/law', {
  permission: 'law.view',
  summary: '禁售目录：现行版本、名单与最近一次核验',
  data: Type.Object({
    version: Type.String({ description: 'of the rules in force today, by which every goods must have been judged to be sold' }),
    lists: listOf({ name: Type.String(), rows: Type.Integer() }),
    next_change: NullableText,
    counts: listOf({ state: Type.String(), name: Type.String(), count: Type.Integer() }),
    outdated: Type.Integer({ description: 'goods that other rules judged, or none: they cannot be ordered' }),
    judgings: Type.Array(
      Type.Object({
        version: Type.String(),
        at: Type.String(),
        seconds: Type.Number(),
        judged: Type.Integer(),
        taken_off: Type.Integer(),
        put_back: Type.Integer(),
        barred: Type.Integer(),
        doubtful: Type.Integer(),
        released: Type.Integer(),
      }),
      { description: 'the latest first, at most 10' },
    ),
  }),
})
