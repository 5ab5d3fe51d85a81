import { type UserHomeWire, userHome } from '#contract/home.ts'
import { beijingDate } from '#domain/dates.ts'
import type { ModuleContext } from '../../../context.ts'
import { couponCountsOf } from '../../goods/promotions/public.ts'
import { answersTo } from '../stores/public.ts'
import { todosOf } from './todos.ts'
import { type HomeFigures, readHome } from './views.ts'

function orderFigures({ pending, toShip, shipped, receipts, afterSales }: HomeFigures): UserHomeWire['orders'] {
  return [
    { key: 'pending_payment', name: '待付款', count: pending.count, url: '/order?status=pending_payment' },
    { key: 'to_ship', name: '待发货', count: toShip, url: '/order?status=paid' },
    { key: 'shipped', name: '待收货', count: shipped.count, url: '/order?status=shipped' },
    { key: 'receipt', name: '待传回执', count: receipts.count, url: '/hmdd' },
    { key: 'after_sale', name: '售后中', count: afterSales, url: '/order?show=after_sales' },
  ]
}

export function homeRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(userHome, async ({ viewer, now }) => {
    const today = beijingDate(now)
    const [home, coupons] = await Promise.all([
      answersTo(database.db, viewer).then((targets) => readHome(database, viewer.company.id, targets, today, now)),
      couponCountsOf(database, viewer.company.id, now),
    ])
    return { orders: orderFigures(home), todos: todosOf(viewer.company, home, coupons, now) }
  })
}
