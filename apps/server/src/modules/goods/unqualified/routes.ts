import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE, UNQUALIFIED_SOURCES, UNQUALIFIED_STATES, UNQUALIFIED_WAYS } from '#contract/constants.ts'
import { staffUnqualified, staffUnqualifiedJudge, staffUnqualifiedReport, type UnqualifiedWire } from '#contract/unqualified.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { periodOf } from '../../../platform/period.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { disposeDeed } from './dispose-deed.ts'
import { judge, report } from './service.ts'
import { type UnqualifiedRow, unqualifiedCount, unqualifiedRows } from './views.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

const wireOf = (row: UnqualifiedRow): UnqualifiedWire => ({
  id: row.id,
  no: row.no,
  source: row.source,
  source_name: UNQUALIFIED_SOURCES[row.source],
  warehouse: row.warehouse,
  batch_id: row.batchId,
  intake_id: row.intakeId,
  name: row.name,
  dosage_form: row.dosageForm,
  spec: row.spec,
  unit: row.unit,
  maker: row.manufacturer,
  batch_no: row.batchNo,
  expiry_date: row.expiryDate,
  number: row.number,
  reason: row.reason,
  finder: row.finder,
  found_at: row.foundAt.toISOString(),
  state: row.state,
  state_name: UNQUALIFIED_STATES[row.state],
  judge: row.judge,
  judged_at: row.judgedAt?.toISOString() ?? null,
  verdict: row.verdict,
  way_name: row.way === '' ? '' : UNQUALIFIED_WAYS[row.way],
  disposer: row.disposer,
  witness: row.witness,
  disposed_at: row.disposedAt?.toISOString() ?? null,
  disposal: row.disposal,
})

async function listOf({ db }: DatabaseHandle, query: QueryOf<typeof staffUnqualified>): Promise<DataOf<typeof staffUnqualified>> {
  const {
    page = 1,
    per_page: perPage = PAGE_SIZE,
    words = '',
    state = null,
    warehouse_id: warehouseId = null,
    start_time = '',
    end_time = '',
  } = query
  const filter = { words: words.trim(), state, warehouseId, ...periodOf({ start_time, end_time }) }
  const [rows, total] = await Promise.all([
    unqualifiedRows(db, filter, { offset: (page - 1) * perPage }, perPage),
    unqualifiedCount(db, filter),
  ])
  return { list: rows.map(wireOf), total, page, per_page: perPage }
}

export function unqualifiedRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  serve(staffUnqualified, ({ query }) => listOf(database, query))
  serve(staffUnqualifiedReport, async ({ viewer, body, now, say }) => {
    const made = await report(database, staffOf(viewer), body, now)
    say(`已登记 ${made.no}，批号已锁定，等质量部门判定`)
    return made
  })
  serve(staffUnqualifiedJudge, ({ viewer, params, body, now }) => judge(database, staffOf(viewer), params.id, body, now))
  approvals.serve(disposeDeed)
}
