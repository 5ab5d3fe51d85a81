import type { Connection } from '../../../platform/database.ts'
import { lockKnownBad, refreshGoodsStock } from '../stock/public.ts'
import type { StockRecord } from './stock-rows.ts'
import { againstBefore, type Change, changesOf, figuresBefore, keyAndFigures, type Landed, raw } from './store.ts'

const STOCK_SHAPE = `as r (line int, warehouse_code text, warehouse_name text, code text, batch_no text, production_date date, expiry_date date, on_hand int)`

/** Lines whose goods the shop does not know. */
export async function unknownGoods(connection: Connection, records: readonly StockRecord[]): Promise<Set<number>> {
  const { rows } = await raw<{ line: number }>(
    connection,
    `select r.line from jsonb_to_recordset($1) ${STOCK_SHAPE} where not exists (select 1 from goods g where g.code = r.code)`,
    [JSON.stringify(records)],
  )
  return new Set(rows.map((row) => row.line))
}

const WAREHOUSE_CODE_MAX = 20

/** A warehouse that a file only names is the one of that name or code; a new one has its name for a code. */
export async function withWarehouses(connection: Connection, records: readonly StockRecord[]): Promise<StockRecord[]> {
  const named = [...new Set(records.flatMap((record) => (record.warehouse_code === '' ? [record.warehouse_name] : [])))]
  if (named.length === 0) return [...records]
  const { rows } = await raw<{ said: string; code: string }>(
    connection,
    `select distinct on (t.said) t.said, w.code from unnest($1::text[]) as t (said) join warehouse w on t.said in (w.name, w.code)
      order by t.said, w.name = t.said desc, w.code`,
    [named],
  )
  const codes = new Map(rows.map(({ said, code }) => [said, code]))
  return records.map((record) =>
    record.warehouse_code === ''
      ? { ...record, warehouse_code: codes.get(record.warehouse_name) ?? record.warehouse_name.slice(0, WAREHOUSE_CODE_MAX) }
      : record,
  )
}

/** Into which nothing is received any more. */
export async function shutWarehouses(connection: Connection): Promise<ReadonlySet<string>> {
  const { rows } = await raw<{ code: string }>(connection, 'select code from warehouse where not is_active')
  return new Set(rows.map(({ code }) => code))
}

/** The shop's warehouses by code, with their names. */
export async function warehousesBefore(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const { rows } = await raw<{ code: string; name: string }>(connection, 'select code, name from warehouse order by sort, code')
  return new Map(rows.map(({ code, name }) => [code, name]))
}

const plainBatch = (batchNo: string) => batchNo.replaceAll(' ', '').toUpperCase()

/**
 * One batch has one number here, as the shop wrote it first: what another file writes in small letters or with a space would be sold beside
 * it a second time.
 */
export async function withKnownBatches(connection: Connection, records: readonly StockRecord[]): Promise<StockRecord[]> {
  const { rows } = await raw<{ line: number; known: string }>(
    connection,
    `select r.line, b.known from jsonb_to_recordset($1) ${STOCK_SHAPE} join goods g on g.code = r.code
       join lateral (select b.batch_no as known from stock_batch b join warehouse w on w.id = b.warehouse_id
                      where b.goods_id = g.id and plain_batch(b.batch_no) = plain_batch(r.batch_no)
                      order by w.code = r.warehouse_code desc, b.batch_no = r.batch_no desc, b.id limit 1) b on true`,
    [JSON.stringify(records)],
  )
  const known = new Map(rows.map((row) => [row.line, row.known]))
  const first = new Map<string, string>()
  return records.map((record) => {
    const key = `${record.code} ${plainBatch(record.batch_no)}`
    const batchNo = known.get(record.line) ?? first.get(key) ?? record.batch_no
    if (!first.has(key)) first.set(key, batchNo)
    return { ...record, batch_no: batchNo }
  })
}

const BATCH_DATES = ['batch_no', 'production_date', 'expiry_date']

/** By batch, asked for once the goods are locked: units that orders hold and the figures do not have any more, or (below zero) still have. */
export type Beside = (connection: Connection) => Promise<readonly { batchId: number; number: number }[]>

/**
 * The file says what lies in the warehouse; what orders hold stays held. Summaries of the goods concerned are locked in the
 * order in which reservations lock them, so that an import and a sale cannot wait for each other in a circle.
 */
export async function landStock(connection: Connection, records: readonly StockRecord[], now: Date, beside?: Beside): Promise<Landed> {
  const rows = JSON.stringify(records)
  await raw(
    connection,
    `insert into warehouse (code, name) select distinct on (warehouse_code) warehouse_code, warehouse_name from jsonb_to_recordset($1) ${STOCK_SHAPE}
      where not exists (select 1 from warehouse w where w.code = warehouse_code) order by warehouse_code on conflict do nothing`,
    [rows],
  )
  await raw(
    connection,
    `insert into goods_stock (goods_id, warehouse_id) select distinct g.id, w.id from jsonb_to_recordset($1) ${STOCK_SHAPE}
       join goods g on g.code = r.code join warehouse w on w.code = r.warehouse_code order by 1, 2 on conflict do nothing`,
    [rows],
  )
  await raw(
    connection,
    `select 1 from goods_stock s where s.goods_id in (select g.id from jsonb_to_recordset($1) ${STOCK_SHAPE} join goods g on g.code = r.code)
      order by s.goods_id, s.warehouse_id for update`,
    [rows],
  )
  const known = await figuresBefore(
    connection,
    {
      table: 'stock_batch',
      key: 'stock_batch.id',
      columns: BATCH_DATES,
      where: `(stock_batch.warehouse_id, stock_batch.goods_id, stock_batch.batch_no) in (
        select w.id, g.id, r.batch_no from jsonb_to_recordset($1) ${STOCK_SHAPE} join goods g on g.code = r.code join warehouse w on w.code = r.warehouse_code)`,
    },
    [rows],
  )
  const apart = JSON.stringify((await beside?.(connection)) ?? [])
  const { rows: touched } = await raw<{
    id: number
    goods_id: number
    warehouse_id: number
    inserted: boolean
    available: number
    reserved: number
    key: string
    figures: object
  }>(
    connection,
    `insert into stock_batch (warehouse_id, goods_id, batch_no, production_date, expiry_date, available)
     select w.id, g.id, r.batch_no, r.production_date, r.expiry_date, greatest(0, r.on_hand + coalesce(a.number, 0))
       from jsonb_to_recordset($1) ${STOCK_SHAPE}
       join goods g on g.code = r.code join warehouse w on w.code = r.warehouse_code
       left join stock_batch b on b.warehouse_id = w.id and b.goods_id = g.id and b.batch_no = r.batch_no
       left join jsonb_to_recordset($2) as a ("batchId" bigint, number integer) on a."batchId" = b.id
     on conflict (warehouse_id, goods_id, batch_no) do update
        set production_date = ${produced}, expiry_date = excluded.expiry_date,
            available = greatest(0, excluded.available - stock_batch.reserved), updated_at = now()
      where (stock_batch.production_date, stock_batch.expiry_date, stock_batch.available)
            is distinct from (${produced}, excluded.expiry_date, greatest(0, excluded.available - stock_batch.reserved))
     returning id, goods_id, warehouse_id, (xmax = 0) as inserted, available, reserved, ${keyAndFigures('stock_batch', 'stock_batch.id', BATCH_DATES)}`,
    [rows, apart],
  )
  const dates = changesOf('stock_batch', againstBefore(touched, known), 'import.batch_dates')
  const locks = await lockKnownBad(
    connection,
    touched.flatMap(({ id, inserted }) => (inserted ? [id] : [])),
    now,
  )
  if (touched.length > 0) {
    await raw(
      connection,
      `insert into stock_movement (stock_batch_id, kind, available, reserved) select id, 'import', available, reserved
         from unnest($1::bigint[], $2::int[], $3::int[]) as t (id, available, reserved)`,
      [touched.map((row) => row.id), touched.map((row) => row.available), touched.map((row) => row.reserved)],
    )
    const goodsIds = [...new Set(touched.map((row) => row.goods_id))]
    await refreshGoodsStock(connection, goodsIds, now)
  }
  const inserted = touched.filter((row) => row.inserted).length
  const locked = locks.map(
    ({ id, by, reason }): Change => ({
      action: 'import.batch_locked',
      subject: `stock_batch:${id}`,
      before: { locked_reason: null },
      after: { locked_reason: reason, locked_by: by },
    }),
  )
  const lines = beside === undefined ? [] : await linesOf(connection, rows, touched)
  const changes = [...dates, ...locked]
  return { inserted, changed: touched.length - inserted, unchanged: records.length - touched.length, changes, lines }
}

async function linesOf(connection: Connection, records: string, touched: readonly { id: number }[]): Promise<number[]> {
  const { rows } = await raw<{ line: number }>(
    connection,
    `select r.line from jsonb_to_recordset($1) ${STOCK_SHAPE} join goods g on g.code = r.code join warehouse w on w.code = r.warehouse_code
       join stock_batch b on b.warehouse_id = w.id and b.goods_id = g.id and b.batch_no = r.batch_no where b.id = any($2::bigint[])`,
    [records, touched.map(({ id }) => id)],
  )
  return rows.map(({ line }) => line)
}

/** A file without the day says nothing of it; one that is after the new end is not kept either. */
const produced = `coalesce(excluded.production_date, case when stock_batch.production_date <= excluded.expiry_date then stock_batch.production_date end)`
