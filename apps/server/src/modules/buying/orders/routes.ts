import type { BodyOf } from '#contract/call.ts'
import { orderCancel, orderExport, orderInfo, orderList, orderReceive, orderReorder } from '#contract/order.ts'
import { staffCartonAdd, staffCartonPut, staffCartonRemove, staffCartonSave, staffPacking, staffUnpack } from '#contract/packing.ts'
import { staffPicking, staffPickingBatch, staffShipmentCorrect, staffTraceCodes, staffTracePack } from '#contract/picking.ts'
import { staffHeldOrders, staffOrder, staffOrderRelease } from '#contract/staff.ts'
import type { ShippingSlip } from '#domain/orders.ts'
import { cleaned } from '#domain/paper-text.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { tracePack } from '../shipments/public.ts'
import { orderExportOf } from './export.ts'
import { releaseByStaff } from './holds.ts'
import { addCarton, changeCarton, packing, putInCarton, takeCarton, unpackOrder } from './packing.ts'
import { changeBatch, collectTraceCodes, correctPapers, pickingOf } from './picking.ts'
import { heldOrdersOf, orderInfoOf, orderListOf, reorder } from './screens.ts'
import { cancelByBuyer, orderByStaff, receiveByBuyer } from './service.ts'
import { staffOrderRoutes } from './staff/routes.ts'
import type { PaymentSide } from './transition.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

/** All of it stands on the papers, and the goods do not wait for them. */
function slipOf(body: Partial<BodyOf<typeof staffShipmentCorrect>>): ShippingSlip {
  const { packages, start_celsius: startCelsius, version: _version, ...given } = body
  const texts = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text && cleaned(text)])) as typeof given
  requirePrintable(texts)
  return {
    carrier: texts.carrier,
    waybill: texts.waybill,
    packages,
    checker: texts.checker,
    remark: texts.remark,
    transport: texts.transport,
    boxNo: texts.box_no,
    recorderNo: texts.recorder_no,
    startCelsius,
  }
}

export function orderRoutes(context: ModuleContext, payments: PaymentSide): void {
  const {
    serve,
    deps: { database },
  } = context
  const deps = { database, payments }
  staffOrderRoutes(context, payments)
  serve(orderList, ({ viewer, query, now }) => orderListOf(database, viewer.company.id, query, now))
  serve(orderExport, ({ viewer, query, now }) => orderExportOf(database, viewer.company, query, now))
  serve(orderInfo, ({ viewer, params, now }) => orderInfoOf(database, viewer.company.id, params.id, payments.channelName, now))
  serve(orderCancel, async ({ viewer, params, body, now, say }) => {
    const status = await cancelByBuyer(deps, { companyId: viewer.company.id, name: viewer.name }, params.id, body.reason?.trim() ?? '', now)
    say('订单已取消')
    return { status }
  })
  serve(orderReceive, async ({ viewer, params, now, say }) => {
    const status = await receiveByBuyer(deps, { companyId: viewer.company.id, name: viewer.name }, params.id, now)
    say('已确认收货')
    return { status }
  })
  serve(staffOrder, async ({ viewer, params: { id, command }, body, now }) => {
    const { reason = '', ...slip } = body
    const what =
      command === 'cancel'
        ? { type: command, reason: reason.trim() }
        : command === 'ship'
          ? { type: command, ...slipOf(slip) }
          : { type: command }
    return { status: await orderByStaff(deps, { accountId: viewer.accountId, name: viewer.name }, id, what, now) }
  })
  serve(staffPacking, ({ params }) => packing(database, params.id))
  serve(staffCartonAdd, ({ viewer, params, body, now }) => addCarton(database, staffOf(viewer), params.id, body, now))
  serve(staffCartonPut, ({ viewer, params, body, now }) => putInCarton(database, staffOf(viewer), params, body, now))
  serve(staffCartonSave, ({ viewer, params, body, now }) => {
    requirePrintable({ box_no: body.box_no, waybill: body.waybill })
    return changeCarton(database, staffOf(viewer), params, body, now)
  })
  serve(staffCartonRemove, ({ viewer, params, now }) => takeCarton(database, staffOf(viewer), params, now))
  serve(staffUnpack, ({ viewer, params, now }) => unpackOrder(database, staffOf(viewer), params.id, now))
  serve(staffPicking, ({ params, now }) => pickingOf(database, params.id, now))
  serve(staffPickingBatch, async ({ viewer, params, body, now, say }) => {
    const status = await changeBatch(database, staffOf(viewer), params.id, body, now)
    say('批号已更换')
    return { status }
  })
  serve(staffTraceCodes, async ({ viewer, params, body, now, say }) => {
    const taken = await collectTraceCodes(database, staffOf(viewer), params.id, body, now)
    say(`已采集 ${taken} 个追溯码`)
    return { taken }
  })
  serve(staffTracePack, async ({ query, now }) => {
    const { name, bytes } = await tracePack(database.db, { from: query.from ?? '', to: query.to ?? '' }, now)
    return fileAnswer(name, 'application/zip', bytes)
  })
  serve(staffShipmentCorrect, async ({ viewer, params, body, now, say }) => {
    const status = await correctPapers(database, staffOf(viewer), params.id, slipOf(body), body, now)
    say('单据将重新出具')
    return { status }
  })
  serve(staffHeldOrders, ({ query }) => heldOrdersOf(database, query))
  serve(staffOrderRelease, async ({ viewer, params, body, now, say }) => {
    const status = await releaseByStaff(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body.reason, now)
    say('订单已恢复处理')
    return { status }
  })
  serve(orderReorder, async ({ viewer, params, now, say }) => {
    const answer = await reorder(database, viewer.company, params.id, now)
    say(answer.added > 0 ? `已将 ${answer.added} 种商品加入购物车` : '这些商品现在都不能购买')
    return answer
  })
}
