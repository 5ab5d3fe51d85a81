import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

export interface WarehouseFields {
  name: string
  province: string
  address: string
  contact: string
  phone: string
  sort: number
}
export interface WarehouseRow extends WarehouseFields {
  id: number
  code: string
  isActive: boolean
  version: number
}

const COLUMNS = sql`id, code, name, province, address, contact, phone, sort, is_active as "isActive", version`
const OPEN = sql`('pending_payment', 'paid', 'picking')`

/** What lies in a warehouse and what has not left it; of many only that there are so many. */
const CAP = 10_000
export async function warehouseList(connection: Connection): Promise<(WarehouseRow & { batches: number; openOrders: number })[]> {
  const { rows } = await sql<WarehouseRow & { batches: number; openOrders: number }>`
    select ${COLUMNS},
           (select count(*)::integer from (select from stock_batch b where b.warehouse_id = w.id and b.available + b.reserved > 0 limit ${CAP}) found) as batches,
           (select count(*)::integer from (select from orders o where o.warehouse_id = w.id and o.status in ${OPEN} limit ${CAP}) found) as "openOrders"
      from warehouse w where ${warehouseSeen('w.id')} order by w.sort, w.id`.execute(connection)
  return rows
}

export async function lockWarehouse(connection: Connection, id: number): Promise<WarehouseRow | null> {
  const { rows } = await sql<WarehouseRow>`select ${COLUMNS} from warehouse where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

/** Shared, so that many receive side by side; it is not shut meanwhile. */
export async function holdWarehouse(connection: Connection, id: number): Promise<WarehouseRow | null> {
  const { rows } = await sql<WarehouseRow>`select ${COLUMNS} from warehouse where id = ${id} for share`.execute(connection)
  return rows[0] ?? null
}

/** The code or name that another one has; names are compared as they are read. */
export async function takenBy(connection: Connection, { code, name }: { code: string; name: string }, except: number | null) {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from warehouse where (upper(code) = upper(${code}) or name = ${name}) and id is distinct from ${except} limit 2`.execute(
    connection,
  )
  return { code: rows.some((row) => row.code.toUpperCase() === code.toUpperCase()), name: rows.some((row) => row.name === name) }
}

export async function insertWarehouse(connection: Connection, code: string, given: WarehouseFields): Promise<number | null> {
  const { name, province, address, contact, phone, sort } = given
  const { rows } = await sql<{ id: number }>`
    insert into warehouse (code, name, province, address, contact, phone, sort)
    values (${code}, ${name}, ${province}, ${address}, ${contact}, ${phone}, ${sort}) on conflict (code) do nothing returning id`.execute(
    connection,
  )
  return rows[0]?.id ?? null
}

export async function setWarehouse(connection: Connection, id: number, given: WarehouseFields & { isActive: boolean }): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update warehouse set name = ${given.name}, province = ${given.province}, address = ${given.address}, contact = ${given.contact},
           phone = ${given.phone}, sort = ${given.sort}, is_active = ${given.isActive}, version = version + 1
     where id = ${id} returning version`.execute(connection)
  return rows[0]?.version ?? 0
}

/** What still keeps a warehouse open, in words; ''. */
export async function keptOpenBy(connection: Connection, id: number): Promise<string> {
  const { rows } = await sql<{ batches: number; orders: number; intakes: number; moves: number; counts: number }>`
    select (select count(*)::integer from stock_batch b where b.warehouse_id = ${id} and b.available + b.reserved > 0) as batches,
           (select count(*)::integer from orders o where o.warehouse_id = ${id} and o.status in ${OPEN}) as orders,
           (select count(*)::integer from stock_intake i where i.warehouse_id = ${id} and i.state = 'waiting') as intakes,
           (select count(*)::integer from stock_move m where ${id}::bigint in (m.from_id, m.to_id) and m.state = 'sent') as moves,
           (select count(*)::integer from stock_count c where c.warehouse_id = ${id} and c.state in ('open', 'submitted')) as counts`.execute(
    connection,
  )
  const [row] = rows
  if (row === undefined) return ''
  return [
    row.batches > 0 && `${row.batches} 个批号还有货`,
    row.orders > 0 && `${row.orders} 张订单还没发出`,
    row.intakes > 0 && `${row.intakes} 张收货单待验收`,
    row.moves > 0 && `${row.moves} 张调拨单在途`,
    row.counts > 0 && `${row.counts} 张盘点单没有了结`,
  ]
    .filter((part) => part !== false)
    .join('，')
}
