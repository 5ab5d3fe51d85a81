import { Type } from 'typebox'
import { call } from './call.ts'
import { NullableYuan } from './shapes.ts'

const Figures = Type.Object({
  orders: Type.Integer({ description: 'placed and not cancelled' }),
  companies: Type.Integer({ description: 'that placed them' }),
  amount: { ...NullableYuan, description: 'null without orders.prices' },
})

/** The first page's figures: a day as far as it has come, beside the same day last week as far as it had come by then. */
export const staffOrderDay = call('GET', '/api/staff/order/day', {
  permission: 'orders.view',
  summary: '今天下的订单，与上周同一天到此刻为止',
  data: Type.Object({
    day: Type.String({ description: 'in Beijing' }),
    today: Figures,
    before: Figures,
    hours: Type.Array(Type.Object({ hour: Type.Integer(), today: Type.Integer(), before: Type.Integer() }), {
      description: 'orders by the hour in which they were placed, all 24; before: of the whole day',
    }),
  }),
})
