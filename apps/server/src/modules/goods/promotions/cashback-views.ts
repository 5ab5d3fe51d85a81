import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

export interface CashbackRow {
  order_id: number
  no: string
  amount: Fen
  status: string
  at: Date
}

const SHOWN = 50

/** The newest orders of a company that earned cashback or will. */
export async function cashbackOrders(connection: Connection, companyId: number): Promise<CashbackRow[]> {
  const { rows } = await sql<CashbackRow>`
    select id as order_id, no, cashback_amount as amount, status, coalesce(completed_at, created_at) as at
      from orders where company_id = ${companyId} and cashback_amount > 0 order by id desc limit ${SHOWN}`.execute(connection)
  return rows
}
