import { sql } from 'kysely'
import type { CareGround, CareState } from '#contract/care.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'
import { type CareFilter, conditions, type Found, findWords, stateIs } from './filter-views.ts'

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

type Counts = Record<CareState, number>
/** A warehouse, and how many of its batches are meant; of more than are counted it says one more than that. */
interface Stop {
  id: number
  count: number
}

interface Asked {
  filter: CareFilter
  found: Found
  state: CareState
  /** Up to here is counted. */
  counted: number
}

/** Warehouse by warehouse, in the order in which lists name them. */
async function stopsOf(connection: Connection, { filter, found, state, counted }: Asked): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    select w.id, n.count
      from warehouse w
      cross join lateral (select count(*)::integer as count from (
        select from care_plan c where c.warehouse_id = w.id and ${conditions(filter, found)} and ${stateIs(state, filter.today)}
         limit ${counted + 1}) meant) n
     where ${warehouseSeen('w.id')} ${filter.warehouseId === null ? sql`` : sql`and w.id = ${filter.warehouseId}`}
     order by w.sort, w.id`.execute(connection)
  return rows
}

/** Of the states that are not asked for no more is said than how many there are. */
async function othersOf(connection: Connection, { filter, found, state, counted }: Asked, stops: readonly Stop[]): Promise<Counts> {
  const meant = sql`c.warehouse_id = any (${stops.map(({ id }) => id)}::bigint[]) and ${conditions(filter, found)}`
  const upTo = (of: CareState) =>
    of === state
      ? sql`0`
      : sql`(select count(*)::integer from (select from care_plan c where ${meant} and ${stateIs(of, filter.today)} limit ${counted}) meant)`
  const { rows } = await sql<Counts>`
    select ${upTo('due')} as due, ${upTo('soon')} as soon, ${upTo('all')} as all`.execute(connection)
  return rows[0] ?? { due: 0, soon: 0, all: 0 }
}

/** Of batches that are named all is counted in one go. */
async function namedOf(connection: Connection, { filter, found, state }: Asked): Promise<{ stops: Stop[]; counts: Counts }> {
  const of = (one: CareState) => sql`count(*) filter (where ${stateIs(one, filter.today)})::integer`
  const { rows } = await sql<Counts & { id: number }>`
    select w.id, n.due, n.soon, n.all
      from (select c.warehouse_id, ${of('due')} as due, ${of('soon')} as soon, ${of('all')} as all
              from care_plan c where ${conditions(filter, found)} group by 1) n
      join warehouse w on w.id = n.warehouse_id
     where ${warehouseSeen('w.id')} ${filter.warehouseId === null ? sql`` : sql`and w.id = ${filter.warehouseId}`}
     order by w.sort, w.id`.execute(connection)
  const sum = (one: CareState) => rows.reduce((all, row) => all + row[one], 0)
  return {
    stops: rows.map((row) => ({ id: row.id, count: row[state] })),
    counts: { due: sum('due'), soon: sum('soon'), all: sum('all') },
  }
}

async function countedOf(connection: Connection, asked: Asked): Promise<{ stops: Stop[]; counts: Counts }> {
  if (asked.found.batches !== null) return namedOf(connection, asked)
  const stops = await stopsOf(connection, asked)
  const here = stops.reduce((all, { count }) => all + count, 0)
  return { stops, counts: { ...(await othersOf(connection, asked, stops)), [asked.state]: Math.min(asked.counted, here) } }
}

const WALK = sql`order by place, code, expiry_date, stock_batch_id`

/** From shelf to shelf of one warehouse. */
async function walk(
  connection: Connection,
  { filter, found, state, counted }: Asked,
  stop: Stop,
  offset: number,
  limit: number,
): Promise<number[]> {
  const meant = sql`from care_plan c where c.warehouse_id = ${stop.id} and ${conditions(filter, found)} and ${stateIs(state, filter.today)}`
  // Few are found by what they have in common, and then put in order; many one meets soon on the way.
  const { rows } = await (stop.count > counted
    ? sql<{ id: number }>`select c.stock_batch_id as id ${meant} ${WALK} limit ${limit} offset ${offset}`
    : sql<{ id: number }>`
      with meant as materialized (select c.stock_batch_id, c.place, c.code, c.expiry_date ${meant})
      select stock_batch_id as id from meant ${WALK} limit ${limit} offset ${offset}`
  ).execute(connection)
  return rows.map(({ id }) => id)
}

async function exactly(connection: Connection, { filter, found, state }: Asked, stop: Stop): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from care_plan c
     where c.warehouse_id = ${stop.id} and ${conditions(filter, found)} and ${stateIs(state, filter.today)}`.execute(connection)
  return rows[0]?.count ?? 0
}

async function idsOf(connection: Connection, asked: Asked, stops: readonly Stop[], offset: number, limit: number): Promise<number[]> {
  const ids: number[] = []
  let over = offset
  for (const stop of stops) {
    const wanted = limit - ids.length
    if (wanted === 0) break
    const isLong = stop.count > asked.counted
    const here = isLong || stop.count > over ? await walk(connection, asked, stop, over, wanted) : []
    ids.push(...here)
    if (here.length > 0) over = 0
    else over = Math.max(0, over - (isLong ? await exactly(connection, asked, stop) : stop.count))
  }
  return ids
}

/** What a row says is of this moment; the plan chose and ordered it. */
async function rowsOf(connection: Connection, ids: readonly number[], today: TradeDate): Promise<CareRow[]> {
  const { rows } = await sql<CareRow>`
    select b.id, b.goods_id as "goodsId", g.code, g.name, g.spec, coalesce(m.name, '') as maker, g.barcode, g.unit, w.name as warehouse,
           coalesce(p.place, '') as place, b.batch_no as "batchNo", b.expiry_date as "expiryDate", b.available + b.reserved as number,
           b.locked_at is not null as "isLocked", p.grounds, p.checked_on as "lastOn", coalesce(p.due_on, ${today}::date) as "dueOn"
      from care_planned(${today}) p join stock_batch b on b.id = p.batch_id join goods g on g.id = b.goods_id
      join warehouse w on w.id = b.warehouse_id left join manufacturer m on m.id = g.manufacturer_id
     where p.batch_id = any (${ids}::bigint[]) order by array_position(${ids}::bigint[], b.id)`.execute(connection)
  return rows
}

interface Page {
  offset: number
  limit: number
  counted?: number
}

/** As one walks: from shelf to shelf. */
export async function carePage(
  connection: Connection,
  filter: CareFilter,
  state: CareState,
  { offset, limit, counted = COUNTED }: Page,
): Promise<{ rows: CareRow[]; counts: Counts }> {
  const asked = { filter, found: await findWords(connection, filter, counted), state, counted }
  const { stops, counts } = await countedOf(connection, asked)
  const ids = await idsOf(connection, asked, stops, offset, limit)
  return { rows: ids.length === 0 ? [] : await rowsOf(connection, ids, filter.today), counts }
}
