import type { DataOf } from '#contract/call.ts'
import { INTAKE_STATES, PAGE_SIZE } from '#contract/constants.ts'
import {
  type IntakeHeadWire,
  staffIntakeAccept,
  staffIntakeAdd,
  staffIntakeInfo,
  staffIntakes,
  staffIntakeWithdraw,
} from '#contract/intake.ts'
import { STOCK_COUNT_MAX } from '#contract/warehouse.ts'
import { beijingDate } from '#domain/dates.ts'
import { leastSample } from '#domain/sampling.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { accept, coldStanding, refusedBecause, withdraw } from './accept.ts'
import { receive } from './receive.ts'
import { findIntake, type IntakeHead, type IntakeLine, intakeCount, intakeLines, intakePage } from './store.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

const headWire = (row: IntakeHead): IntakeHeadWire => ({
  id: row.id,
  no: row.no,
  warehouse_id: row.warehouseId,
  warehouse: row.warehouse,
  supplier: row.supplier,
  supplier_id: row.supplierId,
  paper_no: row.paperNo,
  state: row.state,
  state_name: INTAKE_STATES[row.state],
  cold_chain: row.coldChain ? 1 : 0,
  line_count: row.lineCount,
  number: row.number,
  receiver: row.receiver,
  received_at: row.receivedAt.toISOString(),
  decider: row.decider,
  decided_at: row.decidedAt?.toISOString() ?? null,
})

const lineWire = (head: IntakeHead, line: IntakeLine, today: string): DataOf<typeof staffIntakeInfo>['lines'][number] => ({
  id: line.id,
  goods_id: line.goodsId,
  code: line.code,
  name: line.name,
  spec: line.spec,
  unit: line.unit,
  maker: line.maker,
  storage: line.storage,
  cold_chain: line.coldChain ? 1 : 0,
  batch_no: line.batchNo,
  production_date: line.productionDate,
  expiry_date: line.expiryDate,
  number: line.number,
  place: line.place,
  accepted: line.accepted,
  reject_reason: line.rejectReason,
  measure: line.measure,
  sampled: line.sampled,
  least_sample: leastSample(line.number, line.casePack),
  appearance: line.appearance,
  report_no: line.reportNo,
  batch_id: line.batchId,
  has_report: line.hasReport ? 1 : 0,
  is_known: line.known === null ? 0 : 1,
  refused: head.state === 'waiting' ? refusedBecause(head, line, today) : '',
})

export function intakeRoutes({ serve, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffIntakes, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, state = null, warehouse_id: warehouseId = null, words = '' } = query
    const filter = { state, warehouseId, words: words.trim() }
    const [rows, total] = await Promise.all([
      intakePage(db, filter, (page - 1) * perPage, perPage),
      intakeCount(db, filter, STOCK_COUNT_MAX),
    ])
    return { list: rows.map(headWire), total, page, per_page: perPage }
  })
  serve(staffIntakeInfo, async ({ viewer, params, now }) => {
    const head = await findIntake(db, params.id)
    if (head === null) throw notFound('收货单')
    const lines = await intakeLines(db, params.id)
    const cold = coldStanding(head, lines)
    return {
      ...headWire(head),
      transport: head.transport,
      arrived_at: head.arrivedAt.toISOString(),
      celsius: head.celsius,
      cold_range: cold.range,
      is_in_range: cold.isWithin ? 1 : 0,
      remark: head.remark,
      reason: head.reason,
      received_by_me: head.receivedBy === viewer.accountId ? 1 : 0,
      lines: lines.map((line) => lineWire(head, line, beijingDate(now))),
    }
  })
  serve(staffIntakeAdd, async ({ viewer, body, now, say }) => {
    const made = await receive(database, staffOf(viewer), body, now)
    say(`收货单 ${made.no} 已登记，等质量部门验收`)
    return made
  })
  serve(staffIntakeAccept, async ({ viewer, params, body, now, say }) => {
    const answer = await accept(database, staffOf(viewer), params.id, body, now)
    say(`合格 ${answer.accepted} 已入库${answer.rejected > 0 ? `，不合格 ${answer.rejected}` : ''}`)
    return answer
  })
  serve(staffIntakeWithdraw, async ({ viewer, params, body, now }) => {
    await withdraw(database, staffOf(viewer), params.id, body.reason, now)
    return { state: 'withdrawn' as const }
  })
}
