import { type RawBuilder, sql } from 'kysely'
import type { PICKING_STAGES } from '#contract/staff-orders.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen, warehouseSeen } from '../../../../platform/narrowing.ts'
import { SHORT } from './list-views.ts'
import { COLD, PICKER } from './record-views.ts'

export type PickingStage = (typeof PICKING_STAGES)[number]

export interface ToDoRow {
  id: number
  no: string
  company: string
  place: string
  warehouse: string
  status: OrderStatus
  paidAt: Date | null
  isEphedrine: boolean
  coldChain: boolean
  lineCount: number
  number: number
  picker: string
  pickedBy: number | null
  gatheredAt: Date | null
  short: string
  wave: string
}

export interface QueueFilter {
  warehouseId: number | null
  paidBefore: Date | null
  /** Beginning of province, city, district; '': anywhere. */
  place: string
  /** Beginning of the places of all that it asks for; '': anywhere. */
  zone: string
  isCold: boolean | null
  isInWave: boolean | null
}

/** Orders in the house are few beside those that have left it; partial indexes hold them. */
const STAGES: Readonly<Record<PickingStage, RawBuilder<unknown>>> = {
  pick: sql`o.status = 'paid' and o.held_at is null`,
  picking: sql`o.status = 'picking' and o.held_at is null and o.gathered_at is null`,
  check: sql`o.status = 'picking' and o.held_at is null and o.gathered_at is not null`,
}
const ORDERS: Readonly<Record<PickingStage, RawBuilder<unknown>>> = {
  pick: sql`o.paid_at, o.id`,
  picking: sql`o.id`,
  check: sql`o.gathered_at, o.id`,
}

const IN_WAVE = sql`exists (select from wave_order x where x.order_id = o.id and x.left_at is null)`
const GOES_TO = sql`coalesce(o.receiver ->> 'province', '') || coalesce(o.receiver ->> 'city', '') || coalesce(o.receiver ->> 'district', '')`

function conditions({ warehouseId, paidBefore, place, zone, isCold, isInWave }: QueueFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [warehouseSeen('o.warehouse_id'), companySeen('o.company_id')]
  if (warehouseId !== null) parts.push(sql`o.warehouse_id = ${warehouseId}`)
  if (paidBefore !== null) parts.push(sql`o.paid_at < ${paidBefore}`)
  if (place) parts.push(sql`${GOES_TO} like ${`%${plainLike(place)}%`}`)
  if (zone)
    parts.push(sql`not exists (
      select from order_line i left join shelf_place p on p.warehouse_id = o.warehouse_id and p.goods_id = i.goods_id
       where i.order_id = o.id and coalesce(p.place, '') not like ${`${plainLike(zone)}%`})`)
  if (isCold !== null) parts.push(isCold ? sql`${COLD}` : sql`not ${COLD}`)
  if (isInWave !== null) parts.push(isInWave ? IN_WAVE : sql`not ${IN_WAVE}`)
  return sql.join(parts, sql` and `)
}

export async function pickingQueue(
  connection: Connection,
  stage: PickingStage,
  filter: QueueFilter,
  offset: number,
  limit: number,
): Promise<ToDoRow[]> {
  const { rows } = await sql<ToDoRow>`
    select o.id, o.no, c.name as company, coalesce(o.receiver ->> 'city', '') || coalesce(o.receiver ->> 'district', '') as place,
           w.name as warehouse, o.status, o.paid_at as "paidAt", o.is_ephedrine as "isEphedrine", ${COLD} as "coldChain",
           l."lineCount", l.number, case when o.status = 'picking' then ${PICKER} else '' end as picker, o.picked_by as "pickedBy",
           o.gathered_at as "gatheredAt",
           ${SHORT} as short, coalesce((select v.no from wave_order x join wave v on v.id = x.wave_id where x.order_id = o.id and x.left_at is null), '') as wave
      from (select * from orders o where ${STAGES[stage]} and ${conditions(filter)} order by ${ORDERS[stage]} limit ${limit} offset ${offset}) o
      join company c on c.id = o.company_id join warehouse w on w.id = o.warehouse_id
      cross join lateral (select count(*)::integer as "lineCount", coalesce(sum(number), 0)::integer as number from order_line where order_id = o.id) l
     order by ${ORDERS[stage]}`.execute(connection)
  return rows
}

export async function pickingCounts(connection: Connection, filter: QueueFilter): Promise<Record<PickingStage, number>> {
  const count = async (stage: PickingStage): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from orders o where ${STAGES[stage]} and ${conditions(filter)}`.execute(connection)
    return rows[0]?.count ?? 0
  }
  const [pick, picking, check] = await Promise.all([count('pick'), count('picking'), count('check')])
  return { pick, picking, check }
}
