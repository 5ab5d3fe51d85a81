import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { PaymentPurpose } from './store.ts'

export interface TransferView {
  no: string
  purpose: PaymentPurpose
  subjectNo: string
  company: string
  amount: Fen
  status: 'created' | 'refunding'
  at: Date
}

/** Transfers that finance has yet to find on the bank's statement, or to send back; the oldest first. */
export async function waitingTransfers(
  connection: Connection,
  offset: number,
  limit: number,
): Promise<{ rows: TransferView[]; total: number }> {
  const waiting = sql`${orderSeen('p.order_id', 'p.company_id')} and (p.channel = 'bank' and p.status in ('created', 'refunding') or p.status = 'refunding' and p.refund_refused_at is not null)`
  const { rows } = await sql<TransferView>`
    select p.no, p.purpose, coalesce(o.no, r.no, c.no, '') as "subjectNo", co.name as company, p.amount, p.status, p.created_at as at
      from payment p
      join company co on co.id = p.company_id
      left join orders o on p.purpose = 'order' and o.id = p.subject_id
      left join recharge r on p.purpose = 'recharge' and r.id = p.subject_id
      left join credit_repayment c on p.purpose = 'repayment' and c.id = p.subject_id
     where ${waiting} order by p.id limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::integer as total from payment p where ${waiting}`.execute(
    connection,
  )
  return { rows, total: counts[0]?.total ?? 0 }
}
