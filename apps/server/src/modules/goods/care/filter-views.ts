import { type RawBuilder, sql } from 'kysely'
import type { CareState } from '#contract/care.ts'
import { addDays, type TradeDate } from '#domain/dates.ts'
import type { ScannedLabel } from '#domain/labels.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'

/** Which lines of the plan (care_plan, as c) are meant. */

export interface CareFilter {
  words: string
  /** A label of ours that was scanned; null: the words are words. */
  label: ScannedLabel | null
  warehouseId: number | null
  isKey: boolean | null
  today: TradeDate
}

/** What the words mean. */
export interface Found {
  /** null: no words, or more than are counted. */
  batches: readonly number[] | null
  /** null: no words, or too many to name. */
  goods: readonly number[] | null
}

const SOON_DAYS = 7

export const stateIs = (state: CareState, today: TradeDate): RawBuilder<unknown> =>
  state === 'all'
    ? sql`true`
    : state === 'due'
      ? sql`c.due_on <= ${today}::date`
      : sql`c.due_on > ${today}::date and c.due_on <= ${addDays(today, SOON_DAYS)}::date`

const labelled = (label: ScannedLabel): RawBuilder<unknown> => {
  if (label.kind === 'batch') return sql`c.stock_batch_id = ${label.batchId}`
  if (label.kind === 'place') return sql`c.warehouse_id = ${label.warehouseId} and c.place = ${label.place}`
  return sql`false`
}

const isNumbered = (start: string) => sql`c.batch like plain_batch(${start})`
const liesAt = (start: string) => sql`c.place is not null and upper(c.place) like upper(${start})`
const isCoded = (start: string) => sql`upper(c.code) like upper(${start})`
const goodsCalled = (words: string, start: string) =>
  sql`select g.id from goods g where upper(g.name) like upper(${start}) or (g.barcode = ${words} and g.barcode <> '')`
const isOf = (words: string, start: string, goods: readonly number[] | null) =>
  goods === null ? sql`c.goods_id in (${goodsCalled(words, start)})` : sql`c.goods_id = any (${[...goods]}::bigint[])`

/** By the index of each kind of word. */
export async function findWords(connection: Connection, { words, label }: CareFilter, counted: number): Promise<Found> {
  if (words === '' || label !== null) return { batches: null, goods: null }
  const start = `${plainLike(words)}%`
  const goods = await fewOf(connection, goodsCalled(words, start))
  const called = sql`(${isNumbered(start)} or ${isCoded(start)})`
  const batches = await fewOf(
    connection,
    sql`select c.stock_batch_id as id from care_plan c where ${isNumbered(start)}
     union all select c.stock_batch_id from care_plan c where ${isCoded(start)} and not ${isNumbered(start)}
     union all select c.stock_batch_id from care_plan c where ${isOf(words, start, goods)} and not ${called}
     union all select c.stock_batch_id from care_plan c where ${liesAt(start)} and not ${called} and not ${isOf(words, start, goods)}`,
    counted,
  )
  return { batches, goods }
}

export function conditions({ words, label, isKey }: CareFilter, { batches, goods }: Found): RawBuilder<unknown> {
  // Both kinds are named, since the index of days has them before the day.
  const parts: RawBuilder<unknown>[] = [sql`c.is_key = any (${isKey === null ? [false, true] : [isKey]}::boolean[])`]
  if (label !== null) parts.push(labelled(label))
  else if (batches !== null) parts.push(sql`c.stock_batch_id = any (${[...batches]}::bigint[])`)
  else if (words !== '') {
    const start = `${plainLike(words)}%`
    parts.push(sql`(${isNumbered(start)} or ${isCoded(start)} or ${isOf(words, start, goods)} or (${liesAt(start)}))`)
  }
  return sql.join(parts, sql` and `)
}
