import {
  staffBatchLabels,
  staffGoodsLabels,
  staffLabelFile,
  staffOrderCartons,
  staffOrderLabels,
  staffPlaceLabels,
  staffPlaces,
} from '#contract/labels.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { cartonsOf, labelFileOf, placesIn, printBatches, printGoods, printOrders, printPlaces } from './service.ts'

export function labelRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffOrderCartons, ({ params }) => cartonsOf(database, params.id))
  serve(staffOrderLabels, ({ viewer, params, body, now }) => printOrders(database, viewer, params.kind, body, now))
  serve(staffBatchLabels, ({ viewer, body, now }) => printBatches(database, viewer, body, now))
  serve(staffGoodsLabels, ({ viewer, body, now }) => printGoods(database, viewer, body, now))
  serve(staffPlaceLabels, ({ viewer, body, now }) => printPlaces(database, viewer, body, now))
  serve(staffPlaces, ({ query }) => placesIn(database, query.warehouse_id, query.words ?? ''))
  serve(staffLabelFile, async ({ viewer, params, now }) => {
    const { name, bytes } = await labelFileOf(database, viewer.accountId, params.id, now)
    return fileAnswer(name, 'application/pdf', bytes, 'inline')
  })
}
