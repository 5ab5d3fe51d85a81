import type { DataOf, QueryOf } from '#contract/call.ts'
import { type AuditRowWire, type AuditSubjectWire, staffAudit } from '#contract/console.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { auditActionName } from '#domain/audit-names.ts'
import { addDays, beijingMinute } from '#domain/dates.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { subjectsCalled } from './subject-views.ts'
import { subjectsNamed } from './subjects.ts'
import { type AuditFilter, type AuditRow, listAudits } from './views.ts'

/** The first moment of a day in Beijing; null: no day was named. */
function dayStart(field: 'from' | 'to', day: string): Date | null {
  if (day === '') return null
  if (!isTradeDate(day)) throw fieldErrors([{ field, message: '请填写有效的日期' }])
  return new Date(`${field === 'to' ? addDays(day, 1) : day}T00:00:00+08:00`)
}

type Asked = NonNullable<QueryOf<typeof staffAudit>>

/** order:12 as it stands on record, or whatever is called so. */
async function subjectsOf(connection: Connection, typed: string): Promise<readonly string[] | null> {
  const text = typed.trim()
  if (text === '') return null
  return /^[a-z_]+:/.test(text) ? [text] : subjectsCalled(connection, text)
}

async function filterOf(
  connection: Connection,
  { actor = '', action = '', subject = '', from = '', to = '' }: Asked,
): Promise<Omit<AuditFilter, 'before' | 'limit'>> {
  return {
    actor: actor.trim(),
    action: action.trim(),
    subjects: await subjectsOf(connection, subject),
    from: dayStart('from', from),
    to: dayStart('to', to),
  }
}

async function withSubjects(connection: Connection, rows: readonly AuditRow[]): Promise<(AuditRow & { of: AuditSubjectWire })[]> {
  const named = await subjectsNamed(
    connection,
    rows.map(({ subject }) => subject),
  )
  return rows.map((row) => ({ ...row, of: named.get(row.subject) ?? { kind: '', name: row.subject, text: '', page: '' } }))
}

const rowWire = ({ at, requestId, isSealed, ...row }: AuditRow & { of: AuditSubjectWire }): AuditRowWire => ({
  ...row,
  action_name: auditActionName(row.action),
  at: at.toISOString(),
  request_id: requestId,
  sealed: isSealed ? 1 : 0,
})

export async function auditPage({ db }: DatabaseHandle, query: Asked): Promise<DataOf<typeof staffAudit>> {
  const { before = null, per_page = PAGE_SIZE } = query
  const rows = await listAudits(db, { ...(await filterOf(db, query)), before, limit: per_page + 1 })
  const list = rows.slice(0, per_page)
  return { list: (await withSubjects(db, list)).map(rowWire), next: rows.length > per_page ? (list.at(-1)?.id ?? 0) : 0 }
}

const textOf = (facts: object | null): string => (facts === null ? '' : JSON.stringify(facts))
const cellsOf = (row: AuditRow & { of: AuditSubjectWire }): Cell[] => [
  row.id,
  beijingMinute(row.at),
  row.actor,
  row.roles,
  auditActionName(row.action),
  [row.of.name, row.of.text].filter(Boolean).join(' '),
  row.action,
  row.subject,
  textOf(row.before),
  textOf(row.after),
  row.reason,
  row.ip,
  row.requestId,
]

export const auditExporter: Exporter = {
  title: '操作记录',
  call: staffAudit,
  columns: exportColumns([
    ['编号', 10],
    ['时间', 17],
    ['操作人', 10],
    ['岗位', 14],
    ['操作', 20],
    ['对象', 30],
    ['操作代码', 20],
    ['对象代码', 20],
    ['改前', 40],
    ['改后', 40],
    ['原因', 30],
    ['来处', 16],
    ['请求', 28],
  ]),
  async *pages({ database: { db } }, _viewer, query) {
    const filter = await filterOf(db, query as Asked)
    yield* keysetPages(
      async (before, limit) => withSubjects(db, await listAudits(db, { ...filter, before, limit })),
      (row) => row.id,
      cellsOf,
    )
  },
}
