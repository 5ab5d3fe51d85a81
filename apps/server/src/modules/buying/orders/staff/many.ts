import type { BulkKind } from '#contract/bulk.ts'
import { staffOrderList } from '#contract/staff-orders.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { BulkDeed } from '../../../../platform/bulk-deed.ts'
import { filterOf } from '../../../../platform/exporting.ts'
import { holdByStaff, releaseByStaff, resumeByStaff } from '../holds.ts'
import { chosenOrders } from './bulk-views.ts'
import { staffOrderIds } from './list.ts'
import { noteByStaff } from './note.ts'

/** The deeds of an order's record, as they are done to many of them. */

const deed = (run: BulkDeed['run']): BulkDeed => ({
  query: filterOf(staffOrderList),
  find: ({ db }, query, limit, { viewer }) => staffOrderIds(db, viewer, query, limit),
  records: async (connection, ids) =>
    new Map(
      [...(await chosenOrders(connection, ids))].map(([id, { no, company, status, isHeld }]) => [
        id,
        { key: no, name: company, stood: `${STATUS_NAMES[status]}${isHeld ? '，暂停' : ''}` },
      ]),
    ),
  check: async () => undefined,
  run,
})

export const ordersMany: Pick<Record<BulkKind, BulkDeed>, Extract<BulkKind, `order.${string}`>> = {
  'order.note': deed(async (database, doer, id, { reason }, now) => {
    await noteByStaff(database, doer, id, { kind: 'inside', text: reason }, now)
    return ''
  }),
  'order.hold': deed(async (database, doer, id, { reason }, now) => {
    await holdByStaff(database, { ...doer, ofQuality: doer.may('orders.release') }, id, reason, now)
    return ''
  }),
  'order.resume': deed(async (database, doer, id, { reason }, now) => {
    await resumeByStaff(database, doer, id, reason, now)
    return ''
  }),
  'order.release': deed(async (database, doer, id, { reason }, now) => {
    await releaseByStaff(database, doer, id, reason, now)
    return ''
  }),
}
