import { Type } from 'typebox'
import type { DataOf, QueryOf } from '#contract/call.ts'
import { type AuditRowWire, staffAudit } from '#contract/console.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { addDays, beijingMinute } from '#domain/dates.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { type AuditFilter, type AuditRow, listAudits } from './views.ts'

/** The first moment of a day in Beijing; null: no day was named. */
function dayStart(field: 'from' | 'to', day: string): Date | null {
  if (day === '') return null
  if (!isTradeDate(day)) throw fieldErrors([{ field, message: '请填写有效的日期' }])
  return new Date(`${field === 'to' ? addDays(day, 1) : day}T00:00:00+08:00`)
}

type Asked = NonNullable<QueryOf<typeof staffAudit>>

const filterOf = ({ actor = '', action = '', subject = '', from = '', to = '' }: Asked): Omit<AuditFilter, 'before' | 'limit'> => ({
  actor: actor.trim(),
  action: action.trim(),
  subject: subject.trim(),
  from: dayStart('from', from),
  to: dayStart('to', to),
})

const rowWire = ({ at, requestId, isSealed, ...row }: AuditRow): AuditRowWire => ({
  ...row,
  at: at.toISOString(),
  request_id: requestId,
  sealed: isSealed ? 1 : 0,
})

export async function auditPage({ db }: DatabaseHandle, query: Asked): Promise<DataOf<typeof staffAudit>> {
  const { before = null, per_page = PAGE_SIZE } = query
  const rows = await listAudits(db, { ...filterOf(query), before, limit: per_page + 1 })
  const list = rows.slice(0, per_page)
  return { list: list.map(rowWire), next: rows.length > per_page ? (list.at(-1)?.id ?? 0) : 0 }
}

const textOf = (facts: object | null): string => (facts === null ? '' : JSON.stringify(facts))
const cellsOf = (row: AuditRow): Cell[] => [
  row.id,
  beijingMinute(row.at),
  row.actor,
  row.roles,
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
  query: Type.Omit(staffAudit.query, ['before', 'per_page']),
  words: ['audit.view'],
  columns: exportColumns([
    ['编号', 10],
    ['时间', 17],
    ['操作人', 10],
    ['岗位', 14],
    ['操作', 20],
    ['对象', 20],
    ['改前', 40],
    ['改后', 40],
    ['原因', 30],
    ['来处', 16],
    ['请求', 28],
  ]),
  async *pages({ db }, _viewer, query) {
    const filter = filterOf(query as Asked)
    yield* keysetPages(
      (before, limit) => listAudits(db, { ...filter, before, limit }),
      (row) => row.id,
      cellsOf,
    )
  },
}
