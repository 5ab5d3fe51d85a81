import { cartCheckout, orderPlace } from '#contract/checkout.ts'
import type { ModuleContext } from '../../../context.ts'
import { placeOrders } from './place.ts'
import { checkoutSheet } from './sheet.ts'

export function checkoutRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(cartCheckout, ({ viewer, body, now }) =>
    checkoutSheet(database, { accountId: viewer.accountId, companyId: viewer.company.id }, body, now),
  )
  serve(orderPlace, ({ viewer, body, now }) =>
    placeOrders(database, { accountId: viewer.accountId, companyId: viewer.company.id, name: viewer.name }, body, now),
  )
}
