import { sql } from 'kysely'
import type { MoveState, MoveWire } from '#contract/counts.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** From one warehouse to another (调拨单). */

export async function insertMove(
  connection: Connection,
  { fromId, toId, remark }: { fromId: number; toId: number; remark: string },
  by: { accountId: number; name: string },
  day: string,
  now: Date,
): Promise<{ id: number; no: string }> {
  const { rows } = await sql<{ id: number; no: string }>`
    with numbered as (select nextval(pg_get_serial_sequence('stock_move', 'id')) as id)
    insert into stock_move (id, no, from_id, to_id, remark, state, sent_by, sender, sent_at) overriding system value
    select id, 'DB' || ${day}::text || '-' || lpad(id::text, 5, '0'), ${fromId}::bigint, ${toId}::bigint, ${remark}, 'sent',
           ${by.accountId}::bigint, ${by.name}, ${now}::timestamptz
      from numbered returning id, no`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('no move was made')
  return made
}

export async function insertMoveLines(
  connection: Connection,
  moveId: number,
  lines: readonly { batchId: number; number: number }[],
): Promise<void> {
  await sql`
    insert into stock_move_line (move_id, stock_batch_id, number)
    select ${moveId}::bigint, l.batch_id, l.number
      from unnest(${lines.map((one) => one.batchId)}::bigint[], ${lines.map((one) => one.number)}::integer[]) with ordinality as l(batch_id, number, ord)
     order by l.ord`.execute(connection)
}

export interface MoveRow {
  id: number
  no: string
  fromId: number
  toId: number
  from: string
  to: string
  remark: string
  state: MoveState
  sender: string
  sentAt: Date
  decider: string
  decidedAt: Date | null
  lines: MoveWire['lines']
}

const COLUMNS = sql`
  v.id, v.no, v.from_id as "fromId", v.to_id as "toId", f.name as from, t.name as to, v.remark, v.state, v.sender, v.sent_at as "sentAt",
  v.decider, v.decided_at as "decidedAt",
  coalesce((select json_agg(json_build_object('batch_id', b.id, 'code', g.code, 'name', g.name, 'spec', g.spec, 'unit', g.unit,
                                              'batch_no', b.batch_no, 'expiry_date', b.expiry_date, 'number', l.number) order by l.id)
              from stock_move_line l join stock_batch b on b.id = l.stock_batch_id join goods g on g.id = b.goods_id
             where l.move_id = v.id), '[]') as lines`
const JOINS = sql`join warehouse f on f.id = v.from_id join warehouse t on t.id = v.to_id`

/** Whoever has one of its two ends sees it. */
const seen = (move: string) => sql`(${warehouseSeen(`${move}.from_id`)} or ${warehouseSeen(`${move}.to_id`)})`

export async function movePage(connection: Connection, state: MoveState | null, offset: number, limit: number): Promise<MoveRow[]> {
  const only = sql`where ${seen('v')} ${state === null ? sql`` : sql`and v.state = ${state}`}`
  const { rows } = await sql<MoveRow>`
    select ${COLUMNS} from (select * from stock_move v ${only} order by v.id desc limit ${limit} offset ${offset}) v ${JOINS} order by v.id desc`.execute(
    connection,
  )
  return rows
}

export async function moveTotal(connection: Connection, state: MoveState | null, cap: number): Promise<number> {
  const only = sql`where ${seen('v')} ${state === null ? sql`` : sql`and v.state = ${state}`}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from stock_move v ${only} limit ${cap}) found`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function lockMove(connection: Connection, id: number): Promise<MoveRow | null> {
  await sql`select from stock_move where id = ${id} for update`.execute(connection)
  const { rows } = await sql<MoveRow>`select ${COLUMNS} from stock_move v ${JOINS} where v.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface OnTheWay {
  batchId: number
  goodsId: number
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
}
export async function onTheWay(connection: Connection, moveId: number): Promise<OnTheWay[]> {
  const { rows } = await sql<OnTheWay>`
    select b.id as "batchId", b.goods_id as "goodsId", b.batch_no as "batchNo", b.production_date as "productionDate",
           b.expiry_date as "expiryDate", l.number
      from stock_move_line l join stock_batch b on b.id = l.stock_batch_id where l.move_id = ${moveId} order by l.id`.execute(connection)
  return rows
}

/** Batches that quality holds in the warehouse that they left, and not in the one that they came to. */
export async function heldWhereSent(
  connection: Connection,
  arrived: readonly { batchId: number; toId: number }[],
): Promise<{ name: string; batchNo: string; reason: string }[]> {
  const { rows } = await sql<{ name: string; batchNo: string; reason: string }>`
    select g.name, b.batch_no as "batchNo", coalesce(b.locked_reason, '') as reason
      from unnest(${arrived.map((one) => one.batchId)}::bigint[], ${arrived.map((one) => one.toId)}::bigint[]) as a(batch_id, to_id)
      join stock_batch b on b.id = a.batch_id join stock_batch t on t.id = a.to_id join goods g on g.id = b.goods_id
     where b.locked_at is not null and t.locked_at is null order by b.id`.execute(connection)
  return rows
}

export async function closeMove(
  connection: Connection,
  moveId: number,
  {
    state,
    by,
    arrived,
  }: { state: MoveState; by: { accountId: number; name: string }; arrived: readonly { batchId: number; toId: number }[] },
  now: Date,
): Promise<void> {
  await sql`
    update stock_move_line l set to_batch_id = a.to_id
      from unnest(${arrived.map((one) => one.batchId)}::bigint[], ${arrived.map((one) => one.toId)}::bigint[]) as a(batch_id, to_id)
     where l.move_id = ${moveId} and l.stock_batch_id = a.batch_id`.execute(connection)
  await sql`
    update stock_move set state = ${state}, decided_by = ${by.accountId}, decider = ${by.name}, decided_at = ${now} where id = ${moveId}`.execute(
    connection,
  )
}
