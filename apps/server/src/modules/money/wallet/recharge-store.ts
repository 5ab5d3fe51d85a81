import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

export type RechargePurse = 'voucher' | 'balance'

export interface RechargeRow {
  id: number
  no: string
  companyId: number
  purse: RechargePurse
  amount: Fen
  gift: Fen
  status: 'created' | 'paid'
  /** Until then its gift is promised. */
  endsAt: Date
}

const COLUMNS = sql`id, no, company_id as "companyId", purse, amount, gift, status, ends_at as "endsAt"`

/** null: its key has made one already. */
export async function insertRecharge(
  connection: Connection,
  recharge: Omit<RechargeRow, 'id' | 'status'> & { accountId: number; key: string | null },
  now: Date,
): Promise<RechargeRow | null> {
  const { no, companyId, accountId, purse, amount, gift, key, endsAt } = recharge
  const { rows } = await sql<RechargeRow>`
    insert into recharge (no, company_id, account_id, purse, amount, gift, send_key, created_at, ends_at)
    values (${no}, ${companyId}, ${accountId}, ${purse}, ${amount}, ${gift}, ${key}, ${now}, ${endsAt})
    on conflict (company_id, send_key) where send_key is not null do nothing returning ${COLUMNS}`.execute(connection)
  return rows[0] ?? null
}

/** Locked, as a new one is. */
export async function lockRechargeOfKey(connection: Connection, companyId: number, key: string): Promise<RechargeRow | null> {
  const { rows } = await sql<RechargeRow>`
    select ${COLUMNS} from recharge where company_id = ${companyId} and send_key = ${key} for update`.execute(connection)
  return rows[0] ?? null
}

export async function findRecharge(connection: Connection, id: number, companyId: number): Promise<RechargeRow | null> {
  const { rows } = await sql<RechargeRow>`select ${COLUMNS} from recharge where id = ${id} and company_id = ${companyId}`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function lockRecharge(connection: Connection, id: number): Promise<RechargeRow | null> {
  const { rows } = await sql<RechargeRow>`select ${COLUMNS} from recharge where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

/** Asked for once more: with what is promised now, and for as long. */
export async function promiseAnew(connection: Connection, id: number, gift: Fen, endsAt: Date): Promise<RechargeRow | null> {
  const { rows } = await sql<RechargeRow>`
    update recharge set gift = ${gift}, ends_at = greatest(ends_at, ${endsAt}) where id = ${id} returning ${COLUMNS}`.execute(connection)
  return rows[0] ?? null
}

/** Of the company, whose row is locked: two at once would each see a place that is free. */
export async function countOpenRecharges(connection: Connection, companyId: number, now: Date): Promise<number> {
  await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from recharge where company_id = ${companyId} and status = 'created' and ends_at > ${now}`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

export async function markRechargePaid(connection: Connection, id: number, gift: Fen, now: Date): Promise<void> {
  await sql`update recharge set status = 'paid', gift = ${gift}, paid_at = ${now} where id = ${id}`.execute(connection)
}
