import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { staffAcceptanceRegister, staffRecheckRegister, staffRegisterPaper } from '#contract/registers.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type AcceptanceRow, acceptedLines } from './acceptance-views.ts'
import { periodAsked } from './asked.ts'
import { registerPaper } from './paper.ts'
import { checkedBatches, type RecheckRow } from './recheck-views.ts'
import { madeBy, measureName, named, QUALITY_OF_SHIPPED, resultOf } from './words.ts'

export { REGISTER_EXPORTERS } from './exporters.ts'
export { REGISTER_DRAWINGS } from './paper.ts'

const goodsWire = (row: AcceptanceRow | RecheckRow) => ({
  name: named(row),
  dosage_form: row.dosageForm,
  spec: row.spec,
  unit: row.unit,
  maker: madeBy(row),
  batch_no: row.batchNo,
  expiry_date: row.expiryDate,
  number: row.number,
})

const acceptanceWire = (row: AcceptanceRow): DataOf<typeof staffAcceptanceRegister>['list'][number] => ({
  id: row.id,
  intake_id: row.intakeId,
  no: row.no,
  warehouse: row.warehouse,
  supplier: row.supplier,
  paper_no: row.paperNo,
  arrived_at: row.arrivedAt.toISOString(),
  accepted_at: row.acceptedAt.toISOString(),
  ...goodsWire(row),
  approval_no: row.approvalNo,
  origin: row.origin,
  production_date: row.productionDate,
  sampled: row.sampled,
  appearance: row.appearance,
  report_no: row.reportNo,
  accepted: row.accepted,
  result: resultOf(row),
  reject_reason: row.rejectReason,
  measure: row.measure,
  measure_name: measureName(row),
  receiver: row.receiver,
  acceptor: row.acceptor,
})

const recheckWire = (row: RecheckRow): DataOf<typeof staffRecheckRegister>['list'][number] => ({
  id: row.id,
  shipment_id: row.shipmentId,
  order_no: row.orderNo,
  company: row.company,
  warehouse: row.warehouse,
  shipped_at: row.shippedAt.toISOString(),
  ...goodsWire(row),
  quality: QUALITY_OF_SHIPPED,
  cold_chain: row.coldChain ? 1 : 0,
  picker: row.picker,
  checker: row.checker,
})

/** One more than the page was read: it says whether there is another. */
function paged<Row extends { id: number }>(rows: readonly Row[], perPage: number): { shown: readonly Row[]; next: number | null } {
  const shown = rows.slice(0, perPage)
  return { shown, next: rows.length > perPage ? (shown.at(-1)?.id ?? null) : null }
}

async function acceptanceOf(
  { db }: DatabaseHandle,
  query: NonNullable<QueryOf<typeof staffAcceptanceRegister>>,
  now: Date,
): Promise<DataOf<typeof staffAcceptanceRegister>> {
  const { per_page: perPage = PAGE_SIZE, after = null, result = null } = query
  const { from, to, filter } = periodAsked(query, now)
  const { shown, next } = paged(await acceptedLines(db, filter, result, after, perPage + 1), perPage)
  return { from, to, next, list: shown.map(acceptanceWire) }
}

async function recheckOf(
  { db }: DatabaseHandle,
  query: NonNullable<QueryOf<typeof staffRecheckRegister>>,
  now: Date,
): Promise<DataOf<typeof staffRecheckRegister>> {
  const { per_page: perPage = PAGE_SIZE, after = null } = query
  const { from, to, filter } = periodAsked(query, now)
  const { shown, next } = paged(await checkedBatches(db, filter, after, perPage + 1), perPage)
  return { from, to, next, list: shown.map(recheckWire) }
}

export function registerRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffAcceptanceRegister, ({ query, now }) => acceptanceOf(database, query, now))
  serve(staffRecheckRegister, ({ query, now }) => recheckOf(database, query, now))
  serve(staffRegisterPaper, ({ viewer, params, body, now }) =>
    registerPaper(database, { accountId: viewer.accountId, name: viewer.name }, params.kind, body, now),
  )
}
