import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** Two who look at the same shelf write one after the other, and nothing down twice. */
export async function oneAfterAnother(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('care.check', 0))`.execute(connection)
}

export interface BatchToCheck {
  id: number
  warehouseId: number
  batchNo: string
  unit: string
  /** Sold ones too: they lie there. */
  there: number
  isDoneToday: boolean
}

/** In no order; those that the caller does not see are not there. */
export async function batchesToCheck(connection: Connection, ids: readonly number[], today: TradeDate): Promise<BatchToCheck[]> {
  const { rows } = await sql<BatchToCheck>`
    select b.id, b.warehouse_id as "warehouseId", b.batch_no as "batchNo", g.unit, b.available + b.reserved as there,
           exists (select from care_check c where c.stock_batch_id = b.id and c.checked_on = ${today}::date) as "isDoneToday"
      from stock_batch b join goods g on g.id = b.goods_id where b.id = any (${ids}::bigint[]) and ${warehouseSeen('b.warehouse_id')}`.execute(
    connection,
  )
  return rows
}

export interface Checked {
  batchId: number
  number: number
}
export interface Finding {
  doubted: number
  appearance: string
  fault: string
  measure: string
  unqualifiedId: number | null
}

/** Names and makers as the catalogue has them on that day. */
const GOODS_NOW = sql`
  jsonb_build_object('name', g.name, 'generic_name', g.generic_name, 'dosage_form', g.dosage_form, 'spec', g.spec, 'unit', g.unit,
                     'manufacturer', coalesce((select m.name from manufacturer m where m.id = g.manufacturer_id), ''), 'holder', g.holder,
                     'approval_no', g.approval_no, 'storage', g.storage)`

export async function insertChecks(
  connection: Connection,
  checked: readonly Checked[],
  { doubted, appearance, fault, measure, unqualifiedId }: Finding,
  by: StaffActor,
  today: TradeDate,
  now: Date,
): Promise<void> {
  const ids = checked.map((one) => one.batchId)
  await sql`
    insert into care_check (stock_batch_id, warehouse_id, goods_id, batch_no, expiry_date, place, number, doubted, goods, grounds, appearance,
                            fault, measure, unqualified_id, checked_by, checker, checked_at, checked_on)
    select b.id, b.warehouse_id, b.goods_id, b.batch_no, b.expiry_date, coalesce(p.place, ''), n.number,
           ${doubted}::integer, ${GOODS_NOW}, p.grounds, ${appearance}, ${fault}, ${measure}, ${unqualifiedId}::bigint, ${by.accountId}::bigint,
           ${by.name}, ${now}::timestamptz, ${today}::date
      from unnest(${ids}::bigint[], ${checked.map((one) => one.number)}::integer[]) as n(id, number)
      join care_planned(${today}) p on p.batch_id = n.id join stock_batch b on b.id = n.id join goods g on g.id = b.goods_id
     where p.batch_id = any (${ids}::bigint[])`.execute(connection)
}

export async function insertDecisions(
  connection: Connection,
  goodsIds: readonly number[],
  { isKey, reason }: { isKey: boolean; reason: string },
  by: StaffActor,
  today: TradeDate,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into care_goods (goods_id, is_key, grounds, reason, goods, decided_by, decider, decided_at)
    select g.id, ${isKey}, p.found, ${reason}, ${GOODS_NOW}, ${by.accountId}::bigint, ${by.name}, ${now}::timestamptz
      from goods g join care_goods_planned(${today}) p on p.goods_id = g.id where g.id = any (${goodsIds}::bigint[]) order by g.id
    returning goods_id as id`.execute(connection)
  return rows.map(({ id }) => id)
}
