import { pointsMall, pointsOrderCancel, pointsOrderPlace, pointsOrderReceive, pointsOrders } from '#contract/points.ts'
import { staffPointsOrder } from '#contract/staff.ts'
import { staffPointsOrders } from '#contract/staff-orders.ts'
import type { ModuleContext } from '../../../context.ts'
import { moveByBuyer, pointsOrderByStaff } from './move.ts'
import { placeOrder } from './place.ts'
import { mallOf, ordersOf, staffOrdersOf } from './screens.ts'
import type { PointsOrderRow } from './store.ts'
import { orderWire } from './wire.ts'

const PLACED: Readonly<Record<PointsOrderRow['kind'], string>> = {
  goods: '兑换成功，我们将尽快为您发货',
  coupon: '兑换成功，优惠券已放入您的账户',
  voucher: '兑换成功，现金券已到账',
}

export function pointsRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(pointsMall, ({ viewer, query, now }) => mallOf(database, viewer?.company ?? null, query, now))
  serve(pointsOrderPlace, async ({ viewer, body, now, say }) => {
    const { order, purses } = await placeOrder(database, { accountId: viewer.accountId, companyId: viewer.company.id }, body, now)
    say(PLACED[order.kind])
    return { order: orderWire(order), points: purses.points }
  })
  serve(pointsOrders, ({ viewer, query }) => ordersOf(database, viewer.company.id, query))
  serve(pointsOrderCancel, async ({ viewer, params, now, say }) => {
    const order = await moveByBuyer(database, viewer.company.id, params.id, 'cancel', now)
    say(order.money > 0 ? '已取消，积分与余额已退回' : '已取消，积分已退回')
    return { order: orderWire(order) }
  })
  serve(staffPointsOrders, ({ query }) => staffOrdersOf(database, query))
  serve(staffPointsOrder, async ({ viewer, params: { id, command }, body, now }) => {
    const parcel = { carrier: body.carrier?.trim() ?? '', waybill: body.waybill?.trim() ?? '' }
    const order = await pointsOrderByStaff(database, { accountId: viewer.accountId, name: viewer.name }, id, command, now, parcel)
    return { status: order.status }
  })
  serve(pointsOrderReceive, async ({ viewer, params, now, say }) => {
    const order = await moveByBuyer(database, viewer.company.id, params.id, 'receive', now)
    say('已确认收货')
    return { order: orderWire(order) }
  })
}
