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

export async function insertRecharge(
  connection: Connection,
  recharge: Omit<RechargeRow, 'id' | 'status'> & { accountId: number },
  now: Date,
): Promise<RechargeRow> {
  const { no, companyId, accountId, purse, amount, gift } = recharge
  const { rows } = await sql<RechargeRow>`
    insert into recharge (no, company_id, account_id, purse, amount, gift, created_at)
    values (${no}, ${companyId}, ${accountId}, ${purse}, ${amount}, ${gift}, ${now}) returning ${COLUMNS}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a recharge was not written')
  return row
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
