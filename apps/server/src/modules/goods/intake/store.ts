import { type RawBuilder, sql } from 'kysely'
import type { IntakeState, RejectMeasure } from '#contract/intake.ts'
import type { UpstreamState } from '#contract/upstream.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { BarredClass, Verdict } from '#domain/law/judgement.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** Goods that arrive (收货单). */

export interface IntakeFields {
  warehouseId: number
  supplierId: number
  supplier: string
  paperNo: string
  transport: string
  celsius: number | null
  remark: string
}
export interface NewIntakeLine {
  goodsId: number
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  place: string
}

export async function insertIntake(
  connection: Connection,
  given: IntakeFields,
  by: { accountId: number; name: string },
  day: string,
  now: Date,
): Promise<{ id: number; no: string }> {
  const { rows } = await sql<{ id: number; no: string }>`
    with numbered as (select nextval(pg_get_serial_sequence('stock_intake', 'id')) as id)
    insert into stock_intake (id, no, warehouse_id, supplier_id, supplier, paper_no, transport, arrived_at, celsius, remark, state, received_by, receiver, received_at)
    overriding system value
    select id, 'RK' || ${day}::text || '-' || lpad(id::text, 5, '0'), ${given.warehouseId}::bigint, ${given.supplierId}::bigint, ${given.supplier}, ${given.paperNo},
           ${given.transport}, ${now}::timestamptz, ${given.celsius}::numeric, ${given.remark}, 'waiting', ${by.accountId}::bigint, ${by.name}, ${now}::timestamptz
      from numbered returning id, no`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('no intake was made')
  return made
}

export async function insertIntakeLines(connection: Connection, intakeId: number, lines: readonly NewIntakeLine[]): Promise<void> {
  await sql`
    insert into stock_intake_line (intake_id, goods_id, batch_no, production_date, expiry_date, number, place)
    select ${intakeId}::bigint, l."goodsId", l."batchNo", l."productionDate", l."expiryDate", l.number, l.place
      from jsonb_to_recordset(${JSON.stringify(lines.map((line, at) => ({ ord: at, ...line })))}::jsonb)
           as l(ord int, "goodsId" bigint, "batchNo" text, "productionDate" date, "expiryDate" date, number int, place text) order by l.ord`.execute(
    connection,
  )
}

export interface GoodsFacts {
  id: number
  name: string
  storage: string
  coldChain: boolean
  verdict: Verdict | 'unjudged'
  barredClass: BarredClass | ''
  scope: string
  /** Of goods that are new to the house; null: taken over. */
  firstTrade: { state: UpstreamState; passedUntil: TradeDate | null } | null
}

export interface DeliveringSupplier {
  name: string
  isWholesaler: boolean
  scopes: string[]
  state: UpstreamState
  passedUntil: TradeDate | null
}

/** It stays as it is until the slip is written. */
export async function deliveringSupplier(connection: Connection, id: number): Promise<DeliveringSupplier | null> {
  const { rows } = await sql<DeliveringSupplier>`
    select s.name, s.kind = 'wholesaler' as "isWholesaler", s.scopes, s.passed_until::text as "passedUntil",
           ${courseState(sql`select u.state from upstream_approval u where u.supplier_id = s.id order by u.id desc limit 1`)} as state
      from supplier s where s.id = ${id} for share`.execute(connection)
  return rows[0] ?? null
}

/** What it is called while no approval stands, of its newest application's state. */
const courseState = (newest: RawBuilder<unknown>) =>
  sql`(select case n.state when 'approved' then 'changed' else coalesce(n.state, 'none') end from (select (${newest}) as state) n)`

/** What is barred meanwhile is in the house and not on sale: nothing of it has to be locked for that. */
export async function goodsFacts(connection: Connection, ids: readonly number[]): Promise<GoodsFacts[]> {
  const { rows } = await sql<GoodsFacts>`
    select id, name, storage, cold_chain as "coldChain", law_verdict as verdict, coalesce(law_class, '') as "barredClass", scope_code as scope,
           (select json_build_object('passedUntil', f.passed_until, 'state',
                     ${courseState(sql`select u.state from upstream_approval u where u.goods_id = f.goods_id order by u.id desc limit 1`)})
              from goods_first_trade f where f.goods_id = goods.id) as "firstTrade"
      from goods where id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

export interface IntakeHead {
  id: number
  no: string
  warehouseId: number
  warehouse: string
  supplier: string
  supplierId: number | null
  paperNo: string
  state: IntakeState
  coldChain: boolean
  lineCount: number
  number: number
  receivedBy: number
  receiver: string
  receivedAt: Date
  decider: string
  decidedAt: Date | null
  transport: string
  arrivedAt: Date
  celsius: number | null
  remark: string
  reason: string
}

const HEAD = sql`
  i.id, i.no, i.warehouse_id as "warehouseId", w.name as warehouse, i.supplier, i.supplier_id as "supplierId", i.paper_no as "paperNo", i.state, l."coldChain", l."lineCount",
  l.number, i.received_by as "receivedBy", i.receiver, i.received_at as "receivedAt", i.decider, i.decided_at as "decidedAt", i.transport,
  i.arrived_at as "arrivedAt", i.celsius::float as celsius, i.remark, i.reason`
const JOINS = sql`
  join warehouse w on w.id = i.warehouse_id
  cross join lateral (select count(*)::integer as "lineCount", coalesce(sum(l.number), 0)::integer as number, coalesce(bool_or(g.cold_chain), false) as "coldChain"
                        from stock_intake_line l join goods g on g.id = l.goods_id where l.intake_id = i.id) l`

export interface IntakeFilter {
  state: IntakeState | null
  warehouseId: number | null
  words: string
}

function conditions({ state, warehouseId, words }: IntakeFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [warehouseSeen('i.warehouse_id')]
  if (state !== null) parts.push(sql`i.state = ${state}`)
  if (warehouseId !== null) parts.push(sql`i.warehouse_id = ${warehouseId}`)
  if (words) {
    const start = `${plainLike(words)}%`
    parts.push(sql`i.id in (select id from stock_intake where no like ${start.toUpperCase()} or paper_no like ${start}
                                or (pairs_of(supplier) @> pairs_of(${words}) and supplier like ${`%${start}`}))`)
  }
  return sql.join(parts, sql` and `)
}

export async function intakePage(connection: Connection, filter: IntakeFilter, offset: number, limit: number): Promise<IntakeHead[]> {
  const { rows } = await sql<IntakeHead>`
    select ${HEAD} from (select * from stock_intake i where ${conditions(filter)} order by i.id desc limit ${limit} offset ${offset}) i ${JOINS}
     order by i.id desc`.execute(connection)
  return rows
}

/** Not more than one over the cap. */
export async function intakeCount(connection: Connection, filter: IntakeFilter, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from stock_intake i where ${conditions(filter)} limit ${cap}) found`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function findIntake(connection: Connection, id: number): Promise<IntakeHead | null> {
  const { rows } = await sql<IntakeHead>`select ${HEAD} from stock_intake i ${JOINS} where i.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function lockIntake(connection: Connection, id: number): Promise<boolean> {
  const { rows } = await sql`select from stock_intake where id = ${id} for update`.execute(connection)
  return rows.length > 0
}

export interface IntakeLine extends NewIntakeLine {
  id: number
  code: string
  name: string
  spec: string
  unit: string
  maker: string
  storage: string
  coldChain: boolean
  verdict: Verdict | 'unjudged'
  barredClass: BarredClass | ''
  /** New to the house, and not approved, or another goods since it was received. */
  lacksFirstTrade: boolean
  casePack: number
  accepted: number | null
  rejectReason: string
  measure: RejectMeasure | ''
  sampled: number | null
  appearance: string
  reportNo: string
  batchId: number | null
  hasReport: boolean
  /** As the shop knows the batch, wherever it has it. */
  known: { production: TradeDate | null; expiry: TradeDate } | null
}

export async function intakeLines(connection: Connection, intakeId: number): Promise<IntakeLine[]> {
  const { rows } = await sql<IntakeLine>`
    select l.id, l.goods_id as "goodsId", g.code, g.name, g.spec, g.unit, coalesce(m.name, '') as maker, g.storage, g.cold_chain as "coldChain",
           g.law_verdict as verdict, coalesce(g.law_class, '') as "barredClass", exists (select from goods_first_trade f where f.goods_id = g.id and f.passed_at is null) as "lacksFirstTrade",
           l.batch_no as "batchNo", l.production_date as "productionDate", l.expiry_date as "expiryDate", l.number, l.place, g.case_pack as "casePack", l.accepted, l.reject_reason as "rejectReason",
           l.measure, l.sampled, l.appearance, coalesce(nullif(l.report_no, ''), report.no, '') as "reportNo", report.no is not null as "hasReport",
           l.stock_batch_id as "batchId",
           (select json_build_object('production', b.production_date, 'expiry', b.expiry_date) from stock_batch b
             where b.goods_id = l.goods_id and plain_batch(b.batch_no) = plain_batch(l.batch_no) and b.id is distinct from l.stock_batch_id
             order by b.warehouse_id = i.warehouse_id desc, b.id limit 1) as known
      from stock_intake_line l join stock_intake i on i.id = l.intake_id join goods g on g.id = l.goods_id
      left join manufacturer m on m.id = g.manufacturer_id
      left join lateral (
        select d.report_no as no from batch_document d
         where d.goods_id = l.goods_id and plain_batch(d.batch_no) = plain_batch(l.batch_no) and d.state in ('checking', 'released')
         order by d.state = 'released' desc, d.kind = 'report' desc, d.id desc limit 1) report on true
     where l.intake_id = ${intakeId} order by l.id`.execute(connection)
  return rows
}

export interface Judged {
  lineId: number
  accepted: number
  rejectReason: string
  measure: RejectMeasure | ''
  sampled: number
  appearance: string
  reportNo: string
  batchId: number | null
}

/** The goods as they are called when they are accepted: the register says so whatever the catalogue says later. */
const GOODS_NOW = sql`
  (select jsonb_build_object('name', g.name, 'generic_name', g.generic_name, 'dosage_form', g.dosage_form, 'spec', g.spec, 'unit', g.unit,
                             'approval_no', g.approval_no, 'manufacturer', coalesce(m.name, ''), 'holder', g.holder, 'origin', g.origin)
     from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id = l.goods_id)`

export async function closeIntake(
  connection: Connection,
  id: number,
  { state, by, reason, judged }: { state: IntakeState; by: { accountId: number; name: string }; reason: string; judged: readonly Judged[] },
  now: Date,
): Promise<void> {
  await sql`
    update stock_intake_line l set accepted = j.accepted, reject_reason = j."rejectReason", measure = j.measure, sampled = j.sampled,
           appearance = j.appearance, report_no = j."reportNo", stock_batch_id = j."batchId", goods = ${GOODS_NOW}
      from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
           as j("lineId" bigint, accepted int, "rejectReason" text, measure text, sampled int, appearance text, "reportNo" text, "batchId" bigint)
     where l.id = j."lineId" and l.intake_id = ${id}`.execute(connection)
  await sql`
    update stock_intake set state = ${state}, decided_by = ${by.accountId}, decider = ${by.name}, decided_at = ${now}, reason = ${reason}
     where id = ${id}`.execute(connection)
}
