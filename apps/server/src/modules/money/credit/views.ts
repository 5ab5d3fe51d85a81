import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

export interface BillView {
  id: number
  orderId: number
  orderNo: string
  amount: Fen
  repaid: Fen
  returned: Fen
  open: Fen
  dueOn: TradeDate
  createdAt: Date
}

/** 0 all, 1 to be repaid, 2 overdue, 3 settled. */
const ofKind = (kind: number, today: TradeDate) =>
  [sql`true`, sql`b.settled_at is null`, sql`b.settled_at is null and b.due_on < ${today}`, sql`b.settled_at is not null`][kind] ??
  sql`true`

/** Open bills come by their due date, the rest the newest first. */
export async function billPage(
  connection: Connection,
  companyId: number,
  { kind, offset, limit }: { kind: number; offset: number; limit: number },
  today: TradeDate,
): Promise<BillView[]> {
  const order =
    kind === 1 || kind === 2
      ? sql`b.due_on, b.id`
      : sql`b.settled_at is not null, case when b.settled_at is null then b.due_on end, b.id desc`
  const { rows } = await sql<BillView>`
    select b.id, b.order_id as "orderId", o.no as "orderNo", b.amount, b.repaid, b.returned, b.open, b.due_on as "dueOn", b.created_at as "createdAt"
      from credit_bill b join orders o on o.id = b.order_id
     where b.company_id = ${companyId} and ${ofKind(kind, today)}
     order by ${order} limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export interface BillCounts {
  all: number
  open: number
  overdue: number
  settled: number
}

export async function billCounts(connection: Connection, companyId: number, today: TradeDate): Promise<BillCounts> {
  const { rows } = await sql<BillCounts>`
    select count(*)::integer as "all", count(*) filter (where ${ofKind(1, today)})::integer as open,
           count(*) filter (where ${ofKind(2, today)})::integer as overdue, count(*) filter (where ${ofKind(3, today)})::integer as settled
      from credit_bill b where b.company_id = ${companyId}`.execute(connection)
  return rows[0] ?? { all: 0, open: 0, overdue: 0, settled: 0 }
}

/** What must be repaid next: the first due date that has not passed, with all that is due on it. */
export async function nextDue(
  connection: Connection,
  companyId: number,
  today: TradeDate,
): Promise<{ dueOn: TradeDate; amount: Fen } | null> {
  const { rows } = await sql<{ dueOn: TradeDate; amount: Fen }>`
    select due_on as "dueOn", sum(open)::bigint as amount from credit_bill
     where company_id = ${companyId} and settled_at is null and due_on >= ${today} group by due_on order by due_on limit 1`.execute(
    connection,
  )
  return rows[0] ?? null
}

export interface CreditMovement {
  at: Date
  kind: string
  memo: string
  orderId: number | null
  /** What it added to what is owed; negative took off. */
  amount: Fen
}

/** The credit account's movements of a period, the oldest first: all of them, for a statement is summed from its rows. */
export async function creditMovements(connection: Connection, companyId: number, from: Date, until: Date): Promise<CreditMovement[]> {
  const { rows } = await sql<CreditMovement>`
    select e.at, e.kind, p.memo, p.order_id as "orderId", -e.amount as amount
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_posting p on p.id = e.posting_id
     where a.company_id = ${companyId} and a.kind = 'credit' and e.at >= ${from} and e.at < ${until}
     order by e.id`.execute(connection)
  return rows
}

/** What was owed before a moment, by the ledger. */
export async function owedBefore(connection: Connection, companyId: number, before: Date): Promise<Fen> {
  const { rows } = await sql<{ owed: Fen }>`
    select coalesce(-sum(e.amount), 0)::bigint as owed
      from ledger_account a join ledger_entry e on e.account_id = a.id
     where a.company_id = ${companyId} and a.kind = 'credit' and e.at < ${before}`.execute(connection)
  return rows[0]?.owed ?? (0 as Fen)
}

export async function firstBillAt(connection: Connection, companyId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from credit_bill where company_id = ${companyId} order by id limit 1`.execute(connection)
  return rows[0]?.at ?? null
}
