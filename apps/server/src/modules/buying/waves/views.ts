import { type RawBuilder, sql } from 'kysely'
import type { WaveState } from '#contract/waves.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { waveSeen } from '../../../platform/narrowing.ts'

/** What a wave comes to, read from its orders at this moment. */

/** Still to be picked, by alias: x of wave_order, o of orders. */
const TO_PICK = sql`x.left_at is null and o.status in ('paid', 'picking') and o.held_at is null and o.gathered_at is null`
/** Its goods are on the wave's list: neither waits it nor is it gone from the shop's orders. */
const COUNTED = sql`x.left_at is null and o.held_at is null and o.status not in ('pending_payment', 'cancelled')`

export interface WaveRow {
  id: number
  no: string
  warehouseId: number
  warehouse: string
  remark: string
  pickerId: number | null
  picker: string
  maker: string
  madeAt: Date
  startedAt: Date | null
  dissolvedAt: Date | null
  version: number
  orders: number
  todo: number
  unbegun: number
  held: number
  picked: number
  lines: number
  linesTaken: number
  number: number
  taken: number
}

const ROW = sql`
  v.id, v.no, v.warehouse_id as "warehouseId", w.name as warehouse, v.remark, v.picker_id as "pickerId", coalesce(k.name, '') as picker,
  v.maker, v.made_at as "madeAt", v.started_at as "startedAt", v.dissolved_at as "dissolvedAt", v.version,
  s.orders, s.todo, s.unbegun, s.held, s.picked, l.lines, l."linesTaken", l.number, l.taken`
const JOINS = sql`
  join warehouse w on w.id = v.warehouse_id
  left join account k on k.id = v.picker_id
  cross join lateral (
    select count(*) filter (where x.left_at is null and o.status <> 'cancelled')::integer as orders,
           count(*) filter (where ${TO_PICK})::integer as todo,
           count(*) filter (where ${TO_PICK} and o.status = 'paid')::integer as unbegun,
           count(*) filter (where x.left_at is null and o.held_at is not null and o.status in ('paid', 'picking'))::integer as held,
           count(*) filter (where ${COUNTED} and (o.gathered_at is not null or o.status not in ('paid', 'picking')))::integer as picked
      from wave_order x join orders o on o.id = x.order_id where x.wave_id = v.id) s
  cross join lateral (
    select count(*)::integer as lines, count(*) filter (where coalesce(t.taken, 0) >= p.number)::integer as "linesTaken",
           coalesce(sum(p.number), 0)::integer as number, coalesce(sum(least(coalesce(t.taken, 0), p.number)), 0)::integer as taken
      from (select b.stock_batch_id, sum(b.number) as number
              from wave_order x join orders o on o.id = x.order_id join order_line i on i.order_id = o.id
              join order_line_batch b on b.order_line_id = i.id
             where x.wave_id = v.id and ${COUNTED} group by 1) p
      left join (select stock_batch_id, sum(number) as taken from wave_taken where wave_id = v.id group by 1) t using (stock_batch_id)) l`

/**
 * From the orders in the house, which are few, each to its wave: most waves are long done. (offset 0: found by the orders' own index,
 * whatever statistics make of hundreds of thousands that went through waves.)
 */
const WAVES_TO_PICK = sql`array(
  select distinct x.wave_id
    from (select id from orders where status in ('paid', 'picking') and held_at is null and gathered_at is null offset 0) o
    cross join lateral (select wave_id from wave_order where order_id = o.id and left_at is null offset 0) x)`
const UNDER_WAY = sql`v.id = any (${WAVES_TO_PICK})`
const STATES: Readonly<Record<WaveState, RawBuilder<unknown>>> = {
  waiting: sql`v.dissolved_at is null and v.started_at is null and ${UNDER_WAY}`,
  picking: sql`v.dissolved_at is null and v.started_at is not null and ${UNDER_WAY}`,
  done: sql`v.dissolved_at is null and v.id <> all (${WAVES_TO_PICK})`,
  dissolved: sql`v.dissolved_at is not null`,
}
export function stateOf({ dissolvedAt, startedAt, todo }: WaveRow): WaveState {
  if (dissolvedAt !== null) return 'dissolved'
  if (todo === 0) return 'done'
  return startedAt === null ? 'waiting' : 'picking'
}

export interface WaveFilter {
  state: WaveState | null
  warehouseId: number | null
  pickerId: number | null
}
const conditions = ({ state, warehouseId, pickerId }: WaveFilter) =>
  sql.join(
    [
      waveSeen('v'),
      ...(state === null ? [] : [STATES[state]]),
      ...(warehouseId === null ? [] : [sql`v.warehouse_id = ${warehouseId}`]),
      ...(pickerId === null ? [] : [sql`v.picker_id = ${pickerId}`]),
    ],
    sql` and `,
  )

export async function wavePage(connection: Connection, filter: WaveFilter, offset: number, limit: number): Promise<WaveRow[]> {
  const { rows } = await sql<WaveRow>`
    select ${ROW} from (select * from wave v where ${conditions(filter)} order by v.id desc limit ${limit} offset ${offset}) v ${JOINS}
     order by v.id desc`.execute(connection)
  return rows
}

const WAVES_COUNTED = 10_000
export async function waveTotal(connection: Connection, filter: WaveFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from wave v where ${conditions(filter)} limit ${WAVES_COUNTED}) found`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

export async function findWave(connection: Connection, id: number): Promise<WaveRow | null> {
  const { rows } = await sql<WaveRow>`select ${ROW} from wave v ${JOINS} where v.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface Member {
  id: number
  no: string
  tote: number
  status: OrderStatus
  isHeld: boolean
  isGathered: boolean
  leftWhy: string
  hasLeft: boolean
  isCounted: boolean
  isTodo: boolean
}
/** By their totes. */
export async function waveMembers(connection: Connection, id: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select o.id, o.no, x.tote, o.status, o.held_at is not null as "isHeld", o.gathered_at is not null as "isGathered",
           x.left_why as "leftWhy", x.left_at is not null as "hasLeft", ${COUNTED} as "isCounted", ${TO_PICK} as "isTodo"
      from wave_order x join orders o on o.id = x.order_id where x.wave_id = ${id} order by x.tote`.execute(connection)
  return rows
}

export interface PickerRow {
  id: number
  name: string
  waves: number
}
/** Who may pick in a warehouse: of those who work here, with the waves that they have before them. */
export async function pickers(connection: Connection): Promise<PickerRow[]> {
  const { rows } = await sql<PickerRow>`
    select a.id, a.name, count(distinct u.id)::integer as waves
      from staff s join account a on a.id = s.account_id
      left join (select v.id, v.picker_id from wave v where v.dissolved_at is null and ${UNDER_WAY}) u on u.picker_id = a.id
     where s.state = 'active'
       and exists (select from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = a.id and 'orders.pick' = any(r.permissions))
     group by a.id, a.name order by a.name, a.id`.execute(connection)
  return rows
}
