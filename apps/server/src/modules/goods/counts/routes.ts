import { COUNT_KINDS, COUNT_STATES, PAGE_SIZE } from '#contract/constants.ts'
import {
  type CountHeadWire,
  staffCount,
  staffCountDecide,
  staffCountEnter,
  staffCountLines,
  staffCountStart,
  staffCounts,
  staffMoveAdd,
  staffMoveDecide,
  staffMoves,
  staffStockAdjust,
} from '#contract/counts.ts'
import { STOCK_COUNT_MAX } from '#contract/warehouse.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { askAdjustment, decide, enter, lineWire, startCount } from './counts.ts'
import { movePage, moveTotal } from './move-store.ts'
import { decideMove, moveWire, sendMove } from './moves.ts'
import { type CountHead, countLines, countPage, countTotal, findCount } from './store.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

const headWire = (row: CountHead, viewer: Viewer): CountHeadWire => ({
  id: row.id,
  no: row.no,
  kind: row.kind,
  kind_name: COUNT_KINDS[row.kind],
  title: row.title,
  warehouse_id: row.warehouseId,
  warehouse: row.warehouse,
  state: row.state,
  state_name: COUNT_STATES[row.state],
  starter: row.starter,
  started_at: row.startedAt.toISOString(),
  submitter: row.submitter,
  submitted_at: row.submittedAt?.toISOString() ?? null,
  decider: row.decider,
  decided_at: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  lines: row.lines,
  counted: row.counted,
  differing: row.differing,
  more: row.more,
  less: row.less,
  mine: row.startedBy === viewer.accountId || row.submittedBy === viewer.accountId ? 1 : 0,
})

export function countRoutes({ serve, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffCounts, async ({ viewer, query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, state = null, kind = null, warehouse_id: warehouseId = null } = query
    const filter = { state, kind, warehouseId }
    const [rows, total] = await Promise.all([countPage(db, filter, (page - 1) * perPage, perPage), countTotal(db, filter, STOCK_COUNT_MAX)])
    return { list: rows.map((row) => headWire(row, viewer)), total, page, per_page: perPage }
  })
  serve(staffCount, async ({ viewer, params }) => {
    const head = await findCount(db, params.id)
    if (head === null) throw notFound('盘点单')
    return headWire(head, viewer)
  })
  serve(staffCountLines, async ({ params, query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, only = null } = query
    const head = await findCount(db, params.id)
    if (head === null) throw notFound('盘点单')
    const rows = await countLines(db, params.id, only, (page - 1) * perPage, perPage)
    const totals = { all: head.lines, open: head.lines - head.counted, differing: head.differing }
    return { list: rows.map(lineWire), total: totals[only ?? 'all'], page, per_page: perPage }
  })
  serve(staffCountStart, async ({ viewer, body, now, say }) => {
    const made = await startCount(database, staffOf(viewer), body, now)
    say(`盘点单 ${made.no}：${made.lines} 个批号${made.elsewhere > 0 ? `，另有 ${made.elsewhere} 个在别的盘点单里` : ''}`)
    return made
  })
  serve(staffCountEnter, ({ viewer, params, body, now }) => enter(database, staffOf(viewer), params.id, body, now))
  serve(staffCountDecide, ({ viewer, params, body, now }) =>
    decide(database, staffOf(viewer), params.id, { command: params.command, reason: body.reason ?? '' }, now),
  )
  serve(staffStockAdjust, async ({ viewer, body, now, say }) => {
    const made = await askAdjustment(database, staffOf(viewer), body, now)
    say(`调整单 ${made.no} 已提交，等另一人批准`)
    return made
  })
  serve(staffMoves, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, state = null } = query
    const [rows, total] = await Promise.all([movePage(db, state, (page - 1) * perPage, perPage), moveTotal(db, state, STOCK_COUNT_MAX)])
    return { list: rows.map(moveWire), total, page, per_page: perPage }
  })
  serve(staffMoveAdd, async ({ viewer, body, now, say }) => {
    const made = await sendMove(database, staffOf(viewer), body, now)
    say(`调拨单 ${made.no} 已出库，到货后请登记`)
    return made
  })
  serve(staffMoveDecide, async ({ viewer, params, body, now }) => ({
    state: await decideMove(database, staffOf(viewer), params.id, { command: params.command, reason: body.reason?.trim() ?? '' }, now),
  }))
}
