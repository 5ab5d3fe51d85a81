import type { FigureKind, ReportWire } from '#contract/figures.ts'
import { addDays, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { type FieldError, fieldErrors, forbidden } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { madeAt, monthsSummed } from './made-views.ts'
import { type Reach, reachOf } from './span.ts'

/** What every report is made of: days, columns, rows, a total. */

export interface Column<Row> {
  key: string
  name: string
  kind: FigureKind
  /** What is counted, in words. */
  note: string
  charted?: 'bar' | 'line'
  /** null: there is none. Amounts in fen; shares as parts of one. */
  of: (row: Row) => number | null
}

export const DAYS_MAX = 1_100
/** More than a person reads; the total has them all. */
export const ROWS_MAX = 1_000

/** Figures of the whole house are nobody's who sees a part of it. */
export function refuseNarrowed({ staff }: Viewer): void {
  if (staff === null || !staff.permissions.has('figures.view')) throw forbidden('您没有查看报表的权限')
  if (staff.narrowed !== null) throw forbidden('报表是全公司的数字，您的查看范围只有一部分，不能查看')
}

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text

/** The days that are asked for; the month so far where none are. */
export function daysAsked(asked: { from?: string | undefined; to?: string | undefined }, now: Date): { from: TradeDate; to: TradeDate } {
  const today = beijingDate(now)
  const to = asked.to || today
  const from = asked.from || (asked.to ? addDays(asked.to, 1 - Number(asked.to.slice(8))) : `${today.slice(0, 7)}-01`)
  const errors: FieldError[] = []
  if (!isDay(from)) errors.push({ field: 'from', message: '日期不存在' })
  if (!isDay(to)) errors.push({ field: 'to', message: '日期不存在' })
  if (errors.length === 0 && from > to) errors.push({ field: 'to', message: '结束日期不能早于开始日期' })
  if (errors.length === 0 && daysBetween(from, to) > DAYS_MAX) errors.push({ field: 'from', message: '一次最多看三年' })
  if (errors.length > 0) throw fieldErrors(errors)
  return { from, to }
}

/** byDay: each day is a row of its own, so no month may stand for its days. */
export async function reachFor(connection: Connection, { from, to }: { from: TradeDate; to: TradeDate }, byDay = false): Promise<Reach> {
  return reachOf(from, to, byDay ? new Set() : await monthsSummed(connection))
}

/** As many days before these. */
export function daysBefore({ from, to }: { from: TradeDate; to: TradeDate }): { from: TradeDate; to: TradeDate } {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
}

const round = (value: number, digits: number): string => value.toFixed(digits)
function written(kind: FigureKind, value: number | null): string | null {
  if (value === null || !Number.isFinite(value)) return null
  if (kind === 'yuan') return yuan(value as Fen)
  if (kind === 'percent') return round(value * 100, 1)
  return kind === 'count' ? String(value) : round(value, 1)
}

export const valuesOf = <Row>(columns: readonly Column<Row>[], row: Row): (string | null)[] =>
  columns.map(({ kind, of }) => written(kind, of(row)))

export const part = (of: number, whole: number): number | null => (whole === 0 ? null : of / whole)

interface Parts<Row> {
  days: { from: TradeDate; to: TradeDate }
  group: string
  columns: readonly Column<Row>[]
  rows: readonly { key: string; name: string; to: string; row: Row }[]
  total: Row | null
  before: Row | null
  /** Rows beyond those that are listed. */
  more: number
}

export async function reportWire<Row>(connection: Connection, of: Parts<Row>): Promise<ReportWire> {
  const { days, group, columns, rows, total, before, more } = of
  const made = await madeAt(connection, days.to)
  return {
    ...days,
    made_at: made?.toISOString() ?? null,
    group,
    columns: columns.map(({ key, name, kind, note, charted }) => ({ key, name, kind, note, charted: charted ?? '' })),
    list: rows.map(({ row, ...said }) => ({ ...said, values: valuesOf(columns, row) })),
    total: total === null ? columns.map(() => null) : valuesOf(columns, total),
    before: before === null ? [] : valuesOf(columns, before),
    more: more > 0 ? more : null,
  }
}
