import type { DataOf } from '#contract/call.ts'
import type { staffShipmentReadings } from '#contract/shipments.ts'
import { beijingMinute } from '#domain/dates.ts'
import { parseReadings, type Reading } from '#domain/readings.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { jobs } from '../../../platform/jobs.ts'
import { transact } from '../../../platform/transact.ts'
import { isWithin, rangesOf } from './cold-range.ts'
import { coldSheet } from './service.ts'
import { lockColdShipment, writeReadings } from './store.ts'

/** What a recorder in the box measured, where the carrier's service does not tell it. */

const READINGS_MAX = 5_000
/** A recorder is started while the box is packed. */
const BEFORE_MS = 24 * 3_600_000
const AFTER_MS = 10 * 60_000
const NAMED = 3

function refuse(readings: readonly Reading[], shippedAt: Date, now: Date): void {
  const say = (message: string) => {
    throw fieldErrors([{ field: 'text', message }])
  }
  if (readings.length > READINGS_MAX) say(`一次最多 ${READINGS_MAX} 个读数`)
  const early = readings.find(({ at }) => at.getTime() < shippedAt.getTime() - BEFORE_MS)
  if (early) say(`${beijingMinute(early.at)} 比发货时间 ${beijingMinute(shippedAt)} 早一天以上，请核对是不是这一单的记录`)
  const late = readings.find(({ at }) => at.getTime() > now.getTime() + AFTER_MS)
  if (late) say(`${beijingMinute(late.at)} 还没有到`)
}

export async function takeReadings(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  text: string,
  now: Date,
): Promise<DataOf<typeof staffShipmentReadings>> {
  const { readings, faults } = parseReadings(text)
  if (faults.length > 0) {
    const named = faults.slice(0, NAMED).map(({ line, message }) => `第 ${line} 行${message}`)
    throw fieldErrors([{ field: 'text', message: `${named.join('；')}${faults.length > NAMED ? `，等 ${faults.length} 行` : ''}` }])
  }
  return transact(db, async (trx) => {
    const shipment = await lockColdShipment(trx, id)
    if (shipment === null) throw notFound('发货单')
    if (!shipment.coldChain) throw conflict('这张发货单没有冷藏、冷冻商品，不用登记温度')
    refuse(readings, shipment.shippedAt, now)
    const ranges = rangesOf(shipment.goods)
    const outside = readings.filter(({ celsius }) => !isWithin(celsius, ranges)).length
    const added = await writeReadings(trx, id, readings, staff.name)
    if (added === 0) return { read: readings.length, added, outside }
    // The sheet that is with the goods comes again with the curve of the way.
    if (shipment.deliveredAt !== null) await jobs.enqueue(trx, coldSheet, { shipment_id: id }, { runAt: now, key: `cold:${id}` })
    const measured = readings.map(({ celsius }) => celsius)
    const after = { added, outside, lowest: Math.min(...measured), highest: Math.max(...measured) }
    await writeAudit(trx, staff, { action: 'shipment.readings', subject: `order:${shipment.orderId}`, before: null, after }, now)
    return { read: readings.length, added, outside }
  })
}
