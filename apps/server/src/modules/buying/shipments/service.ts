import { Type } from 'typebox'
import type { OrderShipmentWire } from '#contract/order.ts'
import { Id } from '#contract/shapes.ts'
import type { ShippingSlip } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { jobs } from '../../../platform/jobs.ts'
import { defineTask, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { LogisticsProvider } from '../../../providers/logistics/provider.ts'
import { cartonsOfOrder } from './carton-store.ts'
import { cartonWire, refuseUnpacked } from './cartons.ts'
import { isWithin, rangesOf, rangeWords } from './cold-range.ts'
import { refuseOwnChecker } from './correct.ts'
import { pickerOf } from './note-store.ts'
import { askShipmentPapers, reviseColdSheet } from './papers.ts'
import { readShipment } from './snapshot.ts'
import { findShipment, insertShipment, noteFollowed, onTheWay, shipmentView, writeParcel } from './store.ts'

const OfShipment = Type.Object({ shipment_id: Id })
export const tracking = defineTask('shipments.track', OfShipment)
export const coldSheet = defineTask('shipments.cold_sheet', OfShipment)

/** The shop's own drivers bring what no carrier was named for. */
const OWN_CARRIER = '自营配送'
const TRACK_EVERY_MS = 3_600_000
/** Where the service tells by itself: a net under what it forgets. */
const FOLLOWED_EVERY_MS = 6 * TRACK_EVERY_MS
const DAY_MS = 86_400_000
/** After so long nobody asks any more: the buyer has received it, or somebody has called the carrier. */
const TRACK_DAYS = 20

/** What cold goods go in where nothing else was said. */
const COLD_TRANSPORT = '保温箱（蓄冷剂）'

/** The order leaves the house with its papers, in the transaction that ships it. by: who ships it, and has checked it unless somebody else is named. */
export async function openShipment(
  connection: Connection,
  order: { id: number; no: string },
  given: ShippingSlip,
  by: string,
  now: Date,
): Promise<number | null> {
  const said = (text: string | undefined) => text?.trim() ?? ''
  await refuseOwnChecker(connection, order.id, said(given.checker))
  const cartons = await refuseUnpacked(connection, order.id, given.packages)
  const id = await insertShipment(
    connection,
    {
      orderId: order.id,
      carrier: said(given.carrier) || OWN_CARRIER,
      waybill: said(given.waybill) || cartons.find(({ waybill }) => waybill !== '')?.waybill || `ZY${order.no}`,
      packages: cartons.length || (given.packages ?? null),
      pickedBy: await pickerOf(connection, order.id),
      checkedBy: said(given.checker) || by,
      remark: said(given.remark),
      transport: said(given.transport) || COLD_TRANSPORT,
      boxNo: said(given.boxNo),
      recorderNo: said(given.recorderNo),
      startCelsius: given.startCelsius ?? null,
    },
    now,
  )
  if (id === null) return null
  await refuseOutside(connection, id)
  await jobs.enqueue(connection, tracking, { shipment_id: id }, { runAt: now, key: `track:${id}` })
  await askShipmentPapers(connection, id, by, now)
  return id
}

/** What is too warm or too cold in its box does not leave (药品经营质量管理规范 附录 1): frozen goods have a range of their own, which their label names. */
async function refuseOutside(connection: Connection, shipmentId: number): Promise<void> {
  const facts = await readShipment(connection, shipmentId)
  const celsius = facts?.snapshot.startCelsius ?? null
  const ranges = rangesOf(facts?.snapshot.lines ?? [])
  if (celsius === null || isWithin(celsius, ranges)) return
  const message = `启运温度 ${celsius} ℃ 超出 ${rangeWords(ranges)}，冷链商品不能发出，请处理后重新测温`
  throw fieldErrors([{ field: 'start_celsius', message }])
}

/** Asks the carrier and keeps what it tells; asks again later until it is delivered. */
async function trackShipment({ db }: DatabaseHandle, provider: LogisticsProvider, id: number, now: Date): Promise<void> {
  const shipment = await findShipment(db, id)
  if (shipment === null || shipment.deliveredAt !== null) return
  const parcel = await provider.track(shipment, now)
  // The shop's own drivers, or a carrier that the service does not know.
  if (parcel === null) return
  const isFollowed = shipment.isFollowed || (parcel.deliveredAt === null && ((await provider.follow?.(shipment)) ?? false))
  await transact(db, async (trx) => {
    await writeParcel(trx, id, parcel)
    if (isFollowed && !shipment.isFollowed) await noteFollowed(trx, id, now)
    // A job of its own: it waits for the sheet that went with the goods where that is still being drawn.
    if (parcel.deliveredAt !== null && shipment.coldChain)
      await jobs.enqueue(trx, coldSheet, { shipment_id: id }, { runAt: now, key: `cold:${id}` })
    const tooOld = now.getTime() - shipment.shippedAt.getTime() > TRACK_DAYS * DAY_MS
    if (parcel.deliveredAt !== null || tooOld) return
    const runAt = new Date(now.getTime() + (isFollowed ? FOLLOWED_EVERY_MS : TRACK_EVERY_MS))
    await jobs.enqueue(trx, tracking, { shipment_id: id }, { runAt, key: `track:${id}` })
  })
}

/** Something happened to a parcel: the service is asked now, and not at its time. Answers of how many shipments. */
export async function askNow({ db }: DatabaseHandle, waybill: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - TRACK_DAYS * DAY_MS)
  return transact(db, async (trx) => {
    const ids = await onTheWay(trx, waybill, since)
    for (const id of ids) await jobs.enqueue(trx, tracking, { shipment_id: id }, { runAt: now, key: `track:${id}` })
    return ids.length
  })
}

/** Without a carrier's service nothing is asked; the waybill is shown as staff entered it. */
export const shipmentTasks = (database: DatabaseHandle, provider: LogisticsProvider | null): readonly TaskWork[] => [
  workOf(tracking, async ({ shipment_id }, now) => {
    if (provider !== null) await trackShipment(database, provider, shipment_id, now)
  }),
  workOf(coldSheet, ({ shipment_id }, now) => transact(database.db, (trx) => reviseColdSheet(trx, shipment_id, '系统', now))),
]

export async function shipmentOf(connection: Connection, orderId: number): Promise<OrderShipmentWire | null> {
  const view = await shipmentView(connection, orderId)
  if (view === null) return null
  const cartons = await cartonsOfOrder(connection, orderId)
  const measured = view.temperatures.map((one) => one.celsius)
  const ranges = rangesOf(view.goods)
  const isGood = measured.every((celsius) => isWithin(celsius, ranges))
  const said = `${Math.min(...measured)}–${Math.max(...measured)} ℃`
  return {
    carrier: view.carrier,
    waybill: view.waybill,
    cold_chain: view.coldChain ? 1 : 0,
    shipped_at: view.shippedAt.toISOString(),
    delivered_at: view.deliveredAt?.toISOString() ?? null,
    cartons: cartons.map(cartonWire),
    events: view.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    temperatures: view.temperatures.map((one) => ({ at: new Date(one.at).toISOString(), celsius: one.celsius })),
    temperature_note:
      measured.length === 0
        ? ''
        : `全程 ${said}，${isGood ? `符合 ${rangeWords(ranges)} 的要求` : `超出 ${rangeWords(ranges)}，请拒收并联系我们`}`,
  }
}
