import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, NullableText, Paged, Paging, Reason } from './shapes.ts'

/** Companies that may be one and the same: shown beside one another, and judged. Nothing of theirs is put together here. */

/** credit_code, licence: the same number; name: but for brackets and spaces; place: the same address. */
export const PAIR_SIGNS = ['credit_code', 'licence', 'name', 'place'] as const
export type PairSign = (typeof PAIR_SIGNS)[number]
export const PAIR_STATES = ['open', 'apart'] as const
type PairState = (typeof PAIR_STATES)[number]

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
/** apart: they are two companies; open: to be judged again. */
export const staffCompanyPairDecide = call('POST', '/api/staff/company_pair/:id/:decision', {
  permission: 'companies.review',
  summary: '判定疑似重复的企业：不是同一家；重新判定',
  params: Type.Object({ id: Id, decision: Type.Unsafe<PairState>({ type: 'string', enum: [...PAIR_STATES] }) }),
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ state: Type.String(), changed: Flag }),
})
