import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { listOf } from './shapes.ts'

/** What waits for the buyer, the most pressing first. */
const ToDo = Type.Object({
  kind: Type.Unsafe<
    | 'review'
    | 'papers'
    | 'contract'
    | 'agreement'
    | 'credit'
    | 'pay'
    | 'receipt'
    | 'receive'
    | 'wanted'
    | 'invitation'
    | 'after_sale'
    | 'coupons'
  >({ type: 'string' }),
  title: Type.String(),
  text: Type.String(),
  url: Type.String(),
  action: Type.String({ description: 'words of the button' }),
  urgent: Type.Boolean({ description: 'it stops, or will soon stop, purchases' }),
})
export type ToDoWire = Static<typeof ToDo>

/** The member centre's own part of its home; wallet, orders, goods and messages are read by their own calls. */
export const userHome = call('GET', '/api/user/home', {
  access: 'member',
  summary: '会员中心概览',
  data: Type.Object({
    orders: listOf({
      key: Type.Unsafe<'pending_payment' | 'to_ship' | 'shipped' | 'receipt' | 'after_sale'>({ type: 'string' }),
      name: Type.String(),
      count: Type.Integer(),
      url: Type.String(),
    }),
    todos: Type.Array(ToDo),
  }),
})
export type UserHomeWire = Static<typeof userHome.data>
