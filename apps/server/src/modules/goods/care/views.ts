import { type RawBuilder, sql } from 'kysely'
import type { CareGround, CareState } from '#contract/care.ts'
import { addDays, type TradeDate } from '#domain/dates.ts'
import type { ScannedLabel } from '#domain/labels.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'
import { planned } from './plan-views.ts'

export interface CareRow {
  id: number
  goodsId: number
  code: string
  name: string
  spec: string
  maker: string
  barcode: string
  unit: string
  warehouse: string
  place: string
  batchNo: string
  expiryDate: TradeDate
  number: number
  isLocked: boolean
  grounds: CareGround[]
  lastOn: TradeDate | null
  dueOn: TradeDate
}

export interface CareFilter {
  words: string
  /** A label of ours that was scanned; null: the words are words. */
  label: ScannedLabel | null
  warehouseId: number | null
  isKey: boolean | null
  today: TradeDate
}

const SOON_DAYS = 7

const stateIs = (state: CareState, today: TradeDate): RawBuilder<unknown> =>
  state === 'all'
    ? sql`true`
    : state === 'due'
      ? sql`p.due_on <= ${today}::date`
      : sql`p.due_on > ${today}::date and p.due_on <= ${addDays(today, SOON_DAYS)}::date`

const labelled = (label: ScannedLabel): RawBuilder<unknown> => {
  if (label.kind === 'batch') return sql`b.id = ${label.batchId}`
  if (label.kind === 'place') return sql`b.warehouse_id = ${label.warehouseId} and s.place = ${label.place}`
  return sql`false`
}

function conditions({ words, label, warehouseId, isKey }: CareFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`b.available + b.reserved > 0`, warehouseSeen('b.warehouse_id')]
  if (warehouseId !== null) parts.push(sql`b.warehouse_id = ${warehouseId}`)
  if (isKey !== null) parts.push(sql`(k.grounds <> '{}') = ${isKey}`)
  if (label !== null) parts.push(labelled(label))
  else if (words) {
    const start = `${plainLike(words)}%`
    parts.push(sql`(plain_batch(b.batch_no) like plain_batch(${start}) or ${isLike(sql`g.code`, start)} or ${isLike(sql`g.name`, start)}
      or g.barcode = ${words} or ${isLike(sql`s.place`, start)})`)
  }
  return sql.join(parts, sql` and `)
}

const PLACE = sql`left join shelf_place s on s.warehouse_id = b.warehouse_id and s.goods_id = b.goods_id`

/** As one walks: from shelf to shelf. */
export async function careRows(
  connection: Connection,
  filter: CareFilter,
  state: CareState,
  offset: number,
  limit: number,
): Promise<CareRow[]> {
  const { rows } = await sql<CareRow>`
    select b.id, b.goods_id as "goodsId", g.code, g.name, g.spec, coalesce(m.name, '') as maker, g.barcode, g.unit, w.name as warehouse,
           coalesce(s.place, '') as place, b.batch_no as "batchNo", b.expiry_date as "expiryDate", b.available + b.reserved as number,
           b.locked_at is not null as "isLocked", k.grounds, l.checked_on as "lastOn", p.due_on as "dueOn"
      from ${planned(filter.today)}
      join warehouse w on w.id = b.warehouse_id left join manufacturer m on m.id = g.manufacturer_id
      ${PLACE}
     where ${conditions(filter)} and ${stateIs(state, filter.today)}
     order by w.sort, w.id, nullif(s.place, '') nulls last, g.code, b.expiry_date, b.id limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export async function careCounts(connection: Connection, filter: CareFilter): Promise<Record<CareState, number>> {
  const { rows } = await sql<Record<CareState, number>>`
    select count(*) filter (where ${stateIs('due', filter.today)})::integer as due,
           count(*) filter (where ${stateIs('soon', filter.today)})::integer as soon, count(*)::integer as all
      from ${planned(filter.today)} ${PLACE} where ${conditions(filter)}`.execute(connection)
  return rows[0] ?? { due: 0, soon: 0, all: 0 }
}
