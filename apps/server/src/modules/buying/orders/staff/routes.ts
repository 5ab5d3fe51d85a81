import { staffOrderNotes, staffOrderNotesPrint } from '#contract/order-bulk.ts'
import { staffOrderDay } from '#contract/order-day.ts'
import {
  staffOrderCounts,
  staffOrderExport,
  staffOrderGathered,
  staffOrderInfo,
  staffOrderList,
  staffOrderNote,
  staffPickingQueue,
} from '#contract/staff-orders.ts'
import { beijingDate } from '#domain/dates.ts'
import type { ModuleContext } from '../../../../context.ts'
import { fileAnswer } from '../../../../platform/http.ts'
import type { PaymentSide } from '../transition.ts'
import { orderDayOf } from './day.ts'
import { staffOrderCountsOf, staffOrderExportOf, staffOrderListOf } from './list.ts'
import { noteByStaff } from './note.ts'
import { notesOf, printNotes } from './notes-print.ts'
import { gatheredByStaff, pickingQueueOf } from './queue.ts'
import { staffOrderOf } from './record.ts'

export function staffOrderRoutes({ serve, deps: { database } }: ModuleContext, payments: PaymentSide): void {
  serve(staffOrderList, ({ viewer, query }) => staffOrderListOf(database, viewer, query))
  serve(staffOrderCounts, ({ viewer, query }) => staffOrderCountsOf(database, viewer, query))
  serve(staffOrderDay, ({ viewer, now }) => orderDayOf(database, viewer, now))
  serve(staffOrderExport, ({ viewer, query, now }) => staffOrderExportOf(database, viewer, query, now))
  serve(staffOrderInfo, ({ viewer, params }) => staffOrderOf(database, viewer, params.id, payments.channelName))
  serve(staffOrderNote, async ({ viewer, params, body, now, say }) => {
    const answer = await noteByStaff(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body, now)
    say('已记下')
    return answer
  })
  serve(staffOrderNotes, async ({ query }) => ({ list: await notesOf(database.db, query.ids) }))
  serve(staffOrderNotesPrint, async ({ viewer, query, now }) =>
    fileAnswer(`随货同行单-${beijingDate(now)}.pdf`, 'application/pdf', await printNotes(database, viewer, query.ids, now), 'inline'),
  )
  serve(staffPickingQueue, ({ viewer, query, now }) => pickingQueueOf(database, viewer, query, now))
  serve(staffOrderGathered, ({ viewer, params, now }) =>
    gatheredByStaff(database, { accountId: viewer.accountId, name: viewer.name }, params.id, now),
  )
}
