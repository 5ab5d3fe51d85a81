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
}

const COLUMNS = sql`id, no, company_id as "companyId", purse, amount, gift, status`

/** null: its key has made one already. */
export async function insertRecharge(
  connection: Connection,
  recharge: Omit<RechargeRow, 'id' | 'status'> & { accountId: number; key: string | null },
  now: Date,
): Promise<RechargeRow | null> {
  const { no, companyId, accountId, purse, amount, gift, key } = recharge
  const { rows } = await sql<RechargeRow>`
    insert into recharge (no, company_id, account_id, purse, amount, gift, send_key, created_at)
    values (${no}, ${companyId}, ${accountId}, ${purse}, ${amount}, ${gift}, ${key}, ${now})
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

export async function markRechargePaid(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update recharge set status = 'paid', paid_at = ${now} where id = ${id}`.execute(connection)
}
