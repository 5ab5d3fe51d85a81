import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Id } from './shapes.ts'

/** Any record by a part of its number or name: what Ctrl+K of the console asks. */

export const FOUND_KINDS = ['order', 'company', 'goods', 'batch', 'place', 'payment', 'refund', 'after_sale', 'invoice', 'staff'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

const Found = Type.Object({
  id: Id,
  text: Type.String({ description: 'its number or name' }),
  note: Type.String({ description: 'what else tells it apart' }),
  key: Type.String({ description: 'by which its list finds it' }),
})
const Group = Type.Object({
  kind: Type.Unsafe<FoundKind>({ type: 'string' }),
  name: Type.String(),
  list: Type.Array(Found),
})
export type FoundGroupWire = Static<typeof Group>

/** Each kind is asked only for who holds its word. */
export const staffFind = call('GET', '/api/staff/find', {
  permission: 'own',
  summary: '查找订单、企业、商品、批号、款项、员工',
  query: Type.Object({ q: Type.String({ maxLength: 60 }) }),
  data: Type.Object({ groups: Type.Array(Group) }),
})
