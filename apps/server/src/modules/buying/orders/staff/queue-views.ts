import { type RawBuilder, sql } from 'kysely'
import type { PICKING_STAGES } from '#contract/staff-orders.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../../platform/database.ts'
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

const inWarehouse = (warehouseId: number | null) =>
  sql`and ${warehouseSeen('o.warehouse_id')} and ${companySeen('o.company_id')} ${warehouseId === null ? sql`` : sql`and o.warehouse_id = ${warehouseId}`}`

export async function pickingQueue(
  connection: Connection,
  stage: PickingStage,
  warehouseId: number | null,
  offset: number,
  limit: number,
): Promise<ToDoRow[]> {
  const { rows } = await sql<ToDoRow>`
    select o.id, o.no, c.name as company, coalesce(o.receiver ->> 'city', '') || coalesce(o.receiver ->> 'district', '') as place,
           w.name as warehouse, o.status, o.paid_at as "paidAt", o.is_ephedrine as "isEphedrine", ${COLD} as "coldChain",
           l."lineCount", l.number, case when o.status = 'picking' then ${PICKER} else '' end as picker, o.picked_by as "pickedBy",
           o.gathered_at as "gatheredAt",
           ${SHORT} as short
      from (select * from orders o where ${STAGES[stage]} ${inWarehouse(warehouseId)} order by ${ORDERS[stage]} limit ${limit} offset ${offset}) o
      join company c on c.id = o.company_id join warehouse w on w.id = o.warehouse_id
      cross join lateral (select count(*)::integer as "lineCount", coalesce(sum(number), 0)::integer as number from order_line where order_id = o.id) l
     order by ${ORDERS[stage]}`.execute(connection)
  return rows
}

export async function pickingCounts(connection: Connection, warehouseId: number | null): Promise<Record<PickingStage, number>> {
  const count = async (stage: PickingStage): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from orders o where ${STAGES[stage]} ${inWarehouse(warehouseId)}`.execute(connection)
    return rows[0]?.count ?? 0
  }
  const [pick, picking, check] = await Promise.all([count('pick'), count('picking'), count('check')])
  return { pick, picking, check }
}
