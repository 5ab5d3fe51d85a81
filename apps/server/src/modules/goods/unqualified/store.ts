import { sql } from 'kysely'
import type { UnqualifiedState, UnqualifiedWay } from '#contract/unqualified.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

interface By {
  accountId: number
  name: string
}

export interface Held {
  source: 'storage' | 'acceptance'
  warehouseId: number
  goodsId: number
  batchId: number | null
  intakeId: number | null
  batchNo: string
  expiryDate: TradeDate
  number: number
  reason: string
  finder: By
  /** null: still to be judged. */
  judge: By | null
}

/** Names and makers as the catalogue has them on that day. */
const GOODS_NOW = sql`
  (select jsonb_build_object('name', g.name, 'generic_name', g.generic_name, 'dosage_form', g.dosage_form, 'spec', g.spec, 'unit', g.unit,
                             'manufacturer', coalesce(m.name, ''), 'holder', g.holder)
     from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id = n.goods_id)`

export async function insertUnqualified(connection: Connection, one: Held, day: string, now: Date): Promise<{ id: number; no: string }> {
  const { judge } = one
  const { rows } = await sql<{ id: number; no: string }>`
    insert into unqualified (id, no, source, warehouse_id, goods_id, stock_batch_id, intake_id, batch_no, expiry_date, number, goods, reason,
                             found_by, finder, found_at, state, judged_by, judge, judged_at, verdict)
    overriding system value
    select n.id, 'BH' || ${day}::text || '-' || lpad(n.id::text, 5, '0'), ${one.source}, ${one.warehouseId}::bigint, n.goods_id, ${one.batchId}::bigint,
           ${one.intakeId}::bigint, ${one.batchNo}, ${one.expiryDate}::date, ${one.number}::integer, ${GOODS_NOW}, ${one.reason},
           ${one.finder.accountId}::bigint, ${one.finder.name}, ${now}::timestamptz, ${judge ? 'bad' : 'found'}, ${judge?.accountId ?? null}::bigint,
           ${judge?.name ?? ''}, ${judge ? now : null}::timestamptz, ${judge ? one.reason : ''}
      from (select nextval(pg_get_serial_sequence('unqualified', 'id')) as id, ${one.goodsId}::bigint as goods_id) n
    returning id, no`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('no unqualified goods were written down')
  return made
}

interface BatchThere {
  id: number
  goodsId: number
  warehouseId: number
  batchNo: string
  expiryDate: TradeDate
  unit: string
  /** Sold ones too: they lie there. */
  there: number
  /** On record already, and not gone yet. */
  known: number
}

/** Locked: whoever reports of the same batch at once waits. */
export async function lockBatchThere(connection: Connection, id: number): Promise<BatchThere | null> {
  const { rows } = await sql<BatchThere>`
    select b.id, b.goods_id as "goodsId", b.warehouse_id as "warehouseId", b.batch_no as "batchNo", b.expiry_date as "expiryDate", g.unit,
           b.available + b.reserved as there,
           coalesce((select sum(u.number) from unqualified u where u.stock_batch_id = b.id and u.state in ('found', 'bad')), 0)::integer as known
      from stock_batch b join goods g on g.id = b.goods_id where b.id = ${id} for update of b`.execute(connection)
  return rows[0] ?? null
}

export interface Locked {
  id: number
  no: string
  state: UnqualifiedState
  foundBy: number
  goodsId: number
  warehouseId: number
  batchId: number | null
  batchNo: string
  name: string
  unit: string
  number: number
  reason: string
  /** Of the batch: what could go now. */
  available: number | null
}

export async function lockUnqualified(connection: Connection, id: number): Promise<Locked | null> {
  const { rows } = await sql<Locked>`
    select u.id, u.no, u.state, u.found_by as "foundBy", u.goods_id as "goodsId", u.warehouse_id as "warehouseId", u.stock_batch_id as "batchId",
           u.batch_no as "batchNo", u.goods ->> 'name' as name, u.goods ->> 'unit' as unit, u.number, u.reason,
           (select b.available from stock_batch b where b.id = u.stock_batch_id) as available
      from unqualified u where u.id = ${id} for update of u`.execute(connection)
  return rows[0] ?? null
}

export async function setJudged(
  connection: Connection,
  id: number,
  state: 'bad' | 'fine',
  by: By,
  verdict: string,
  now: Date,
): Promise<void> {
  await sql`
    update unqualified set state = ${state}, judged_by = ${by.accountId}, judge = ${by.name}, judged_at = ${now}, verdict = ${verdict}
     where id = ${id}`.execute(connection)
}

export async function setGone(connection: Connection, id: number, way: UnqualifiedWay, by: By, disposal: string, now: Date): Promise<void> {
  await sql`
    update unqualified set state = 'gone', way = ${way}, disposed_by = ${by.accountId}, disposer = ${by.name}, disposed_at = ${now},
           disposal = ${disposal}
     where id = ${id}`.execute(connection)
}
