import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import {
  parcelPush,
  type ShipmentWire,
  staffOrderBeside,
  staffShipment,
  staffShipmentReadings,
  staffShipments,
} from '#contract/shipments.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { serveOn } from '../../../platform/http.ts'
import { periodOf } from '../../../platform/period.ts'
import { parcelService } from '../../../providers/logistics/providers.ts'
import { cartonsOfOrder } from './carton-store.ts'
import { cartonWire } from './cartons.ts'
import { isWithin, rangesOf, rangeWords } from './cold-range.ts'
import { takeReadings } from './readings.ts'
import { askNow } from './service.ts'
import { ordersBeside, type ShipmentHead, shipmentPage, shipmentRecord } from './staff-views.ts'

/** So long after it left, another order may still go in the same parcel. */
const TOGETHER_MS = 86_400_000

const headWire = (row: ShipmentHead): ShipmentWire => ({
  id: row.id,
  order_id: row.orderId,
  order_no: row.orderNo,
  company: row.company,
  place: row.place,
  warehouse: row.warehouse,
  carrier: row.carrier,
  waybill: row.waybill,
  cold_chain: row.coldChain ? 1 : 0,
  readings: row.readings,
  shipped_at: row.shippedAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
})

async function listOf({ db }: DatabaseHandle, query: QueryOf<typeof staffShipments>): Promise<DataOf<typeof staffShipments>> {
  const {
    per_page: perPage = PAGE_SIZE,
    after = null,
    words = '',
    warehouse_id: warehouseId = null,
    kind = null,
    start_time,
    end_time,
  } = query
  const period = periodOf({ ...(start_time !== undefined && { start_time }), ...(end_time !== undefined && { end_time }) })
  const rows = await shipmentPage(db, { words: words.trim(), warehouseId, kind, ...period }, after, perPage + 1)
  const list = rows.slice(0, perPage).map(headWire)
  return { list, next: rows.length > perPage ? (list.at(-1)?.id ?? null) : null }
}

async function recordOf({ db }: DatabaseHandle, id: number): Promise<DataOf<typeof staffShipment>> {
  const row = await shipmentRecord(db, id)
  if (row === null) throw notFound('发货单')
  const cartons = await cartonsOfOrder(db, row.orderId)
  const ranges = row.coldChain ? rangesOf(row.lines) : []
  const temperatures = row.temperatures.map(({ at, celsius, taken_by }) => ({
    at: new Date(at).toISOString(),
    celsius,
    taken_by,
    is_in_range: isWithin(celsius, ranges) ? 1 : 0,
  }))
  return {
    ...headWire(row),
    version: row.version,
    packages: row.packages,
    picked_by: row.pickedBy,
    checked_by: row.checkedBy,
    remark: row.remark,
    transport: row.transport,
    box_no: row.boxNo,
    recorder_no: row.recorderNo,
    start_celsius: row.startCelsius,
    cold_range: row.coldChain ? rangeWords(ranges) : '',
    ranges: ranges.map(({ lowest, highest }) => ({ lowest, highest })),
    temperatures,
    outside: temperatures.filter(({ is_in_range }) => is_in_range === 0).length,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    cartons: cartons.map(cartonWire),
    lines: row.lines.map((line) => ({
      id: line.id,
      name: line.name,
      spec: line.spec,
      unit: line.unit,
      batch_no: line.batchNo,
      expiry_date: line.expiryDate,
      number: line.number,
      cold_chain: line.coldChain ? 1 : 0,
      trace_codes: line.traceCodes,
    })),
  }
}

/** The whole way of a parcel, as text. */
const PUSH_BYTES_MAX = 64 * 1024

/** What the service of parcels sends by itself: a hint to ask it, for which it wants an answer in words of its own. */
function parcelPushes({ app, deps: { database, config, clock } }: ModuleContext): void {
  const service = parcelService(config)
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: PUSH_BYTES_MAX }, async (_request: unknown, body: Buffer) => body)
    raw.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode !== 200) return payload
      reply.type('application/json; charset=utf-8').removeHeader('content-length')
      return JSON.stringify({ result: true, returnCode: '200', message: '成功' })
    })
    serveOn(raw, clock)(parcelPush, async ({ request, now }) => {
      if (service === null) throw notFound('页面')
      const told = service.readPush(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
      if (told === null) throw fieldErrors([{ field: 'sign', message: '签名不对' }])
      return { asked: told.waybill === '' ? 0 : await askNow(database, told.waybill, now) }
    })
  })
}

export function shipmentRoutes(context: ModuleContext): void {
  const {
    serve,
    deps: { database },
  } = context
  parcelPushes(context)
  serve(staffShipments, ({ query }) => listOf(database, query))
  serve(staffShipment, ({ params }) => recordOf(database, params.id))
  serve(staffOrderBeside, async ({ params, now }) => {
    const rows = await ordersBeside(database.db, params.id, new Date(now.getTime() - TOGETHER_MS))
    const list = rows.map(({ status, lineCount, coldChain, ...row }) => ({
      ...row,
      status_name: STATUS_NAMES[status],
      line_count: lineCount,
      cold_chain: coldChain ? 1 : 0,
    }))
    return { list }
  })
  serve(staffShipmentReadings, async ({ viewer, params, body, now, say }) => {
    const answer = await takeReadings(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body.text, now)
    say(`新记 ${answer.added} 个读数${answer.outside > 0 ? `，其中 ${answer.outside} 个超出范围` : ''}`)
    return answer
  })
}
