import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Reason } from './shapes.ts'

/** Companies that may be one and the same: shown beside one another, judged, and merged. */

/** credit_code, licence: the same number; name: but for brackets and spaces; place: the same address. */
export const PAIR_SIGNS = ['credit_code', 'licence', 'name', 'place'] as const
export type PairSign = (typeof PAIR_SIGNS)[number]
/** apart: they are two; merged: one of them is kept. */
export const PAIR_STATES = ['open', 'apart', 'merged'] as const
export type PairState = (typeof PAIR_STATES)[number]

const Side = Type.Object({
  id: Id,
  code: Type.String({ description: 'of the wholesaler’s ERP; empty: not known there' }),
  name: Type.String(),
  type: Type.String(),
  review_state: Type.Integer(),
  review_name: Type.String(),
  credit_code: Type.String(),
  licences: Type.Array(Type.String(), { description: 'numbers of what it sells or treats by' }),
  legal_person: Type.String(),
  place: Type.String(),
  contact: Type.String(),
  phone: Type.String(),
  manager: Type.String(),
  rank: Type.String(),
  people: Type.Integer({ description: 'who can sign in for it' }),
  orders: Type.Integer({ description: 'counted up to 1,000' }),
  last_ordered_at: NullableText,
  created_at: Type.String(),
})
export type PairSideWire = Static<typeof Side>

const Pair = Type.Object({
  id: Id,
  signs: Type.Array(Type.Unsafe<PairSign>({ type: 'string' })),
  sign_names: Type.Array(Type.String()),
  state: Type.Unsafe<PairState>({ type: 'string' }),
  found_at: Type.String(),
  decided_at: NullableText,
  decided_by: Type.String(),
  reason: Type.String(),
  kept_id: Type.Unsafe<number | null>({ anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'where they were merged' }),
  first: Side,
  second: Side,
})
export type CompanyPairWire = Static<typeof Pair>

/** Open ones the longest known first; those that were judged the last first. */
export const staffCompanyPairs = call('GET', '/api/staff/company_pair', {
  permission: 'companies.view',
  summary: '疑似重复的企业',
  query: Type.Object({
    state: Type.Optional(Type.Unsafe<PairState>({ type: 'string', enum: [...PAIR_STATES], description: 'open' })),
    company_id: Type.Optional(Id),
    ...Paging,
  }),
  data: Type.Object({ list: Type.Array(Pair), ...Paged }),
})
const JUDGED = ['open', 'apart'] as const
/** apart: they are two companies; open: to be judged again, also what was merged: whom that let in goes out. */
export const staffCompanyPairDecide = call('POST', '/api/staff/company_pair/:id/:decision', {
  permission: 'companies.review',
  summary: '判定疑似重复的企业：不是同一家；重新判定',
  params: Type.Object({ id: Id, decision: Type.Unsafe<(typeof JUDGED)[number]>({ type: 'string', enum: [...JUDGED] }) }),
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ state: Type.String(), changed: Flag }),
})

export const staffCompanyMergeLook = call('GET', '/api/staff/company_pair/:id/merge', {
  permission: 'companies.review',
  summary: '合并企业之前：有什么没办完，谁会进来',
  params: Type.Object({ id: Id }),
  query: Type.Object({ keep: Id }),
  data: Type.Object({
    obstacles: listOf({ name: Type.String(), how: Type.String({ description: 'what to do about it' }) }),
    people: Type.Array(Type.String(), { description: 'who signs in for the other one' }),
    points: Type.Integer({ description: 'that go over' }),
  }),
})
/** The other one buys no more; its people may sign in for the one that is kept. Its orders and papers stay under its name. */
export const staffCompanyMerge = call('POST', '/api/staff/company_pair/:id/merge', {
  permission: 'companies.review',
  approval: 'company.merge',
  summary: '合并两家企业',
  refuses: ['NOBODY_TO_APPROVE'],
  params: Type.Object({ id: Id }),
  body: Type.Object({ keep: Type.Integer({ minimum: 1, description: 'the company that stays' }), reason: Reason }),
  data: Type.Object({ kept: Id, gone: Id }),
})
