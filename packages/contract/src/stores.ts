import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, Yuan } from './shapes.ts'

/** An invitation that nobody answers is over after so many days. */
export const INVITATION_DAYS = 7

const NearestPaper = Type.Object({
  name: Type.String(),
  expires_on: Type.String(),
  days_left: Type.Integer({ description: 'negative: expired' }),
})

const Store = Type.Object({
  company_id: Id,
  name: Type.String(),
  type: Type.String(),
  address: Type.String(),
  is_owner: Flag,
  active: Flag,
  is_passed: Flag,
  review_name: Type.String(),
  papers_state: Type.Unsafe<'ok' | 'soon' | 'bad'>({ type: 'string' }),
  papers_note: Type.String(),
  nearest: Type.Unsafe<Static<typeof NearestPaper> | null>({ anyOf: [NearestPaper, { type: 'null' }] }),
  orders: listOf({ status: Type.String(), name: Type.String(), count: Type.Integer() }),
  credit_limit: Yuan,
  credit_used: Yuan,
  credit_overdue: Yuan,
  balance: Yuan,
  cart_count: Type.Integer({ description: 'lines in its cart' }),
  message_count: Type.Integer(),
  partners: Type.Array(Type.Object({ account_id: Id, name: Type.String(), phone: Type.String({ description: 'masked' }) }), {
    description: 'other accounts that run this store, for its owner only',
  }),
})
export type StoreWire = Static<typeof Store>

const Sent = Type.Object({
  id: Id,
  target: Type.String({ description: 'as it was typed' }),
  status: Type.Unsafe<'open' | 'consented' | 'refused' | 'withdrawn' | 'expired'>({ type: 'string' }),
  created_at: Type.String(),
  expires_at: Type.String(),
  store_name: Type.String({ description: 'once its owner consented' }),
})
const Received = Type.Object({
  id: Id,
  from_company: Type.String(),
  from_name: Type.String(),
  note: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  stores: Type.Array(Type.Object({ company_id: Id, name: Type.String() }), { description: 'own stores that may join' }),
})

const StoresData = Type.Object({
  stores: Type.Array(Store),
  group_name: NullableText,
  sent: Type.Array(Sent, { description: 'of the last 90 days' }),
  received: Type.Array(Received),
  can_invite: Flag,
  why_not: Type.String(),
})
export type StoresWire = Static<typeof StoresData>

export const storeList = call('GET', '/api/user/store', {
  access: 'member',
  summary: '我的门店',
  data: StoresData,
})
/** Answered alike whether anybody has that phone or code. */
export const storeInvite = call('POST', '/api/user/store/invite', {
  access: 'member',
  summary: '邀请门店绑定',
  body: Type.Object({
    target: Type.String({ minLength: 1, maxLength: 40, description: "the phone of the other store's owner, or its credit code" }),
    note: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  data: StoresData,
})
export const storeWithdraw = call('POST', '/api/user/store/invitation/:id/withdraw', {
  access: 'member',
  summary: '撤回门店邀请',
  data: StoresData,
})
/** agree = 1 names which of the own stores joins; without it the one in use, where it may. */
export const storeAnswer = call('POST', '/api/user/store/invitation/:id/answer', {
  access: 'member',
  summary: '答复门店邀请',
  body: Type.Object({ agree: Flag, company_id: Type.Optional(Id) }),
  data: StoresData,
})
/** Without account_id: the own account leaves a store that it was let into; with it: the owner ends another account's access. */
export const storeUnbind = call('POST', '/api/user/store/unbind', {
  access: 'member',
  summary: '解除门店绑定',
  body: Type.Object({ company_id: Id, account_id: Type.Optional(Id) }),
  data: StoresData,
})
