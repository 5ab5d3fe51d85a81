import type { RegisterPaperAsked } from '#contract/registers.ts'
import { REGISTER_DAYS, REGISTER_DAYS_MAX } from '#contract/registers.ts'
import { addDays, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { periodOf } from '../../../platform/period.ts'

/** Which rows of a register: those of some days, for a register grows for ever. */
export interface RegisterFilter {
  words: string
  warehouseId: number | null
  from: Date
  /** The moment after the last day. */
  until: Date
}

interface AskedPeriod {
  from: TradeDate
  to: TradeDate
  filter: RegisterFilter
}

interface Asked {
  start_time?: string
  end_time?: string
  words?: string
  warehouse_id?: number
}

/** One day alone begins or ends a period of the usual length; today is the last there is. */
export function periodAsked(
  { start_time = '', end_time = '', words = '', warehouse_id: warehouseId = undefined }: Asked,
  now: Date,
): AskedPeriod {
  const today = beijingDate(now)
  // Looked at before anything is added to it: 2026-02-29 is no day.
  periodOf({ start_time, end_time })
  const usual = addDays(start_time || today, REGISTER_DAYS - 1)
  const to = end_time || [usual, today].toSorted()[0] || today
  const from = start_time || addDays(to, 1 - REGISTER_DAYS)
  if (to < from) throw fieldErrors([{ field: 'end_time', message: '结束日期不能早于开始日期' }])
  if (daysBetween(from, to) >= REGISTER_DAYS_MAX)
    throw fieldErrors([{ field: 'start_time', message: `一次最多查 ${REGISTER_DAYS_MAX} 天，请分段` }])
  const period = periodOf({ start_time: from, end_time: to })
  if (period.from === null || period.until === null) throw new Error('a register without a period')
  return { from, to, filter: { words: words.trim(), warehouseId: warehouseId ?? null, from: period.from, until: period.until } }
}

export const paperPeriod = ({ from, to, warehouse_id }: RegisterPaperAsked, now: Date): AskedPeriod =>
  periodAsked({ start_time: from, end_time: to, ...(warehouse_id !== undefined && { warehouse_id }) }, now)
