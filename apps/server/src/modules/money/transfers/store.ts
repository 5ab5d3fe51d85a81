import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

/** closed: its payment came to nothing, the order was cancelled before the transfer was seen. */
export type ProofState = 'submitted' | 'confirmed' | 'rejected' | 'closed'

export interface ProofRow {
  id: number
  paymentNo: string
  orderId: number | null
  companyId: number
  amount: Fen
  paidOn: TradeDate
  payerName: string
  payerAccount: string
  remark: string
  state: ProofState
  reason: string
  reviewedAt: Date | null
  createdAt: Date
}

const COLUMNS = sql`
  p.id, y.no as "paymentNo", y.order_id as "orderId", p.company_id as "companyId", p.amount, p.paid_on as "paidOn", p.payer_name as "payerName",
  p.payer_account as "payerAccount", p.remark, p.reason,
  case when p.state = 'submitted' and y.status = 'closed' then 'closed'
       when p.state = 'submitted' and y.status <> 'created' then 'confirmed' else p.state end as state, p.reviewed_at as "reviewedAt", p.created_at as "createdAt"`

/** What was said last of an order's transfer. */
export async function latestProof(connection: Connection, companyId: number, orderId: number): Promise<ProofRow | null> {
  const { rows } = await sql<ProofRow>`
    select ${COLUMNS} from payment y join transfer_proof p on p.payment_id = y.id
     where y.order_id = ${orderId} and y.company_id = ${companyId} order by p.id desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export type NewProof = Pick<ProofRow, 'companyId' | 'amount' | 'paidOn' | 'payerName' | 'payerAccount' | 'remark'>

/** One waits at a time: what is submitted again takes the place of what waits. Answers the id. */
export async function saveProof(connection: Connection, paymentNo: string, proof: NewProof, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into transfer_proof (payment_id, company_id, amount, paid_on, payer_name, payer_account, remark, created_at)
    select id, ${proof.companyId}, ${proof.amount}, ${proof.paidOn}, ${proof.payerName}, ${proof.payerAccount}, ${proof.remark}, ${now}
      from payment where no = ${paymentNo} and company_id = ${proof.companyId}
    on conflict (payment_id) where state = 'submitted'
    do update set amount = excluded.amount, paid_on = excluded.paid_on, payer_name = excluded.payer_name,
                  payer_account = excluded.payer_account, remark = excluded.remark, created_at = excluded.created_at
    returning id`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a transfer was not written')
  return row.id
}

export async function findProof(connection: Connection, id: number): Promise<ProofRow | null> {
  const { rows } = await sql<ProofRow>`
    select ${COLUMNS} from transfer_proof p join payment y on y.id = p.payment_id where p.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Locked until the transaction ends. */
export async function lockProof(connection: Connection, id: number): Promise<ProofRow | null> {
  const { rows } = await sql<ProofRow>`
    select ${COLUMNS} from transfer_proof p join payment y on y.id = p.payment_id where p.id = ${id} for update of p`.execute(connection)
  return rows[0] ?? null
}

export async function waitingProofOf(connection: Connection, paymentNo: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payment y join transfer_proof p on p.payment_id = y.id
     where y.no = ${paymentNo} and p.state = 'submitted' for update of p`.execute(connection)
  return rows[0]?.id ?? null
}

export async function setProofState(
  connection: Connection,
  id: number,
  review: { state: 'confirmed' | 'rejected'; reason: string; by: string },
  now: Date,
): Promise<void> {
  await connection
    .updateTable('transfer_proof')
    .set({ state: review.state, reason: review.reason, reviewed_by: review.by, reviewed_at: now })
    .where('id', '=', id)
    .execute()
}

export async function orderedAt(connection: Connection, orderId: number): Promise<Date> {
  const { created_at } = await connection.selectFrom('orders').where('id', '=', orderId).select('created_at').executeTakeFirstOrThrow()
  return new Date(created_at)
}

export interface WaitingProof extends ProofRow {
  orderNo: string
  company: string
  payable: Fen
}

/** For finance: what waits for them, the oldest first. */
export async function waitingProofs(
  connection: Connection,
  offset: number,
  limit: number,
): Promise<{ rows: WaitingProof[]; total: number }> {
  const { rows } = await sql<WaitingProof>`
    select ${COLUMNS}, coalesce(o.no, '') as "orderNo", c.name as company, y.amount as payable
      from transfer_proof p join payment y on y.id = p.payment_id join company c on c.id = p.company_id left join orders o on o.id = y.order_id
     where p.state = 'submitted' and y.status = 'created' and ${orderSeen('y.order_id', 'p.company_id')} order by p.id limit ${limit} offset ${offset}`.execute(
    connection,
  )
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from transfer_proof p join payment y on y.id = p.payment_id
     where p.state = 'submitted' and y.status = 'created' and ${orderSeen('y.order_id', 'p.company_id')}`.execute(connection)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
