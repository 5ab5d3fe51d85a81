import { Type } from 'typebox'
import { call } from './call.ts'
import { NullableText, Yuan } from './shapes.ts'

/** The page of one payment that was begun: of an order, a recharge or a repayment. */

const params = Type.Object({ no: Type.String({ minLength: 1, maxLength: 40 }) })
const State = Type.Union([Type.Literal('open'), Type.Literal('paid'), Type.Literal('closed')])

/** How it is paid: by a code to scan, or at an address; neither where it is not open any more. */
export const payWay = call('GET', '/api/pay/way/:no', {
  access: 'member',
  summary: '支付页',
  params,
  data: Type.Object({
    payment_no: Type.String(),
    state: State,
    amount: Yuan,
    title: Type.String(),
    channel: Type.String(),
    channel_name: Type.String(),
    /** Where the buyer goes afterwards. */
    back: Type.String(),
    /** picture: the address of an image that carries it itself. */
    scan: Type.Union([Type.Object({ picture: Type.String(), until: Type.String() }), Type.Null()]),
    url: NullableText,
  }),
})

/** Asks the gateway whether it has been paid. */
export const payWayCheck = call('POST', '/api/pay/way/:no/check', {
  access: 'member',
  summary: '查询支付页的结果',
  params,
  data: Type.Object({ state: State }),
})
