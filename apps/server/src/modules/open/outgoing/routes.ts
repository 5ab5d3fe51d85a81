import { openOrder, openOrderAck, openOrders, staffOpenWaiting } from '#contract/open-orders.ts'
import { openReturn, openReturns } from '#contract/open-returns.ts'
import type { ModuleContext } from '../../../context.ts'
import { acknowledge, orderOf, waitingOf } from './orders.ts'
import { changedReturns, returnOf } from './returns.ts'
import { changedOrders } from './stream.ts'

export function openOutgoingRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(openOrders, ({ query }) => changedOrders(database, query))
  serve(openOrder, ({ params }) => orderOf(database, params.no))
  serve(openReturns, ({ query }) => changedReturns(database, query))
  serve(openReturn, ({ params }) => returnOf(database, params.no))
  serve(openOrderAck, acknowledge)
  serve(staffOpenWaiting, ({ query, now }) => waitingOf(database, query, now))
}
