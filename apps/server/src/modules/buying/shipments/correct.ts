import type { ShippingSlip } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { changedMeanwhile, fieldErrors, notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { refusePackages } from './cartons.ts'
import { pickerOf } from './note-store.ts'
import { reviseShipmentPapers } from './papers.ts'
import { lockSlip, type SlipRow, setSlip } from './store.ts'

/** The record of who checked is not a form to be filled with who picked. '': nobody is named. */
export async function refuseOwnChecker(connection: Connection, orderId: number, checker: string): Promise<void> {
  if (checker === '' || checker !== (await pickerOf(connection, orderId))) return
  const { picker_ships: alone } = await readSettings(connection, ['picker_ships'])
  if (!alone) throw fieldErrors([{ field: 'checker', message: `${checker} 是拣货人，复核人须是另一人` }])
}

const shown = (value: string | number | null) => (value === null ? '' : String(value))
/** The slip as the call names its fields. */
const wordsOf = (slip: SlipRow) =>
  [
    ['carrier', slip.carrier],
    ['waybill', slip.waybill],
    ['packages', shown(slip.packages)],
    ['checker', slip.checkedBy],
    ['remark', slip.remark],
    ['transport', slip.transport],
    ['box_no', slip.boxNo],
    ['recorder_no', slip.recorderNo],
    ['start_celsius', shown(slip.startCelsius)],
  ].map(([field = '', theirs = '']) => ({ field, theirs }))

/**
 * What was given replaces what stood there; the rest stays. The order is locked by the caller. version: as it was
 * read; null: whatever stands there. Answers both, for the audit.
 */
export async function correctShipment(
  connection: Connection,
  orderId: number,
  given: ShippingSlip,
  { change, version }: { change: string; version: number | null },
  by: string,
  now: Date,
): Promise<{ before: SlipRow; after: SlipRow }> {
  const slip = await lockSlip(connection, orderId)
  if (slip === null) throw notFound('发货记录')
  const { id, coldChain, version: stands, ...before } = slip
  if (version !== null && version !== stands) throw changedMeanwhile(stands, wordsOf(before))
  const checker = given.checker?.trim() ?? ''
  if (checker !== before.checkedBy) await refuseOwnChecker(connection, orderId, checker)
  await refusePackages(connection, orderId, given.packages)
  const text = (next: string | undefined, kept: string) => (next === undefined ? kept : next.trim())
  const cold = <T>(next: T, kept: T): T => (coldChain ? next : kept)
  const after: SlipRow = {
    carrier: text(given.carrier, before.carrier) || before.carrier,
    waybill: text(given.waybill, before.waybill) || before.waybill,
    packages: given.packages ?? before.packages,
    checkedBy: text(given.checker, before.checkedBy) || before.checkedBy,
    remark: text(given.remark, before.remark),
    transport: cold(text(given.transport, before.transport), before.transport),
    boxNo: cold(text(given.boxNo, before.boxNo), before.boxNo),
    recorderNo: cold(text(given.recorderNo, before.recorderNo), before.recorderNo),
    startCelsius: cold(given.startCelsius ?? before.startCelsius, before.startCelsius),
  }
  await setSlip(connection, id, after)
  await reviseShipmentPapers(connection, id, change, by, now)
  return { before, after }
}
