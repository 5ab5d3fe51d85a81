import { sql } from 'kysely'
import type { Bill, CreditStanding, RepaymentPart } from '#domain/credit.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/**
 * The company's row is what buying on credit queues on: limit, review state and what is overdue stay as they are read until
 * the transaction ends. First of all locks.
 */
export async function lockCreditCompany(connection: Connection, companyId: number): Promise<{ reviewState: number } | null> {
  const { rows } = await sql<{ reviewState: number }>`
    select review_state as "reviewState" from company where id = ${companyId} for no key update`.execute(connection)
  return rows[0] ?? null
}

export async function creditCompanyName(connection: Connection, companyId: number): Promise<string> {
  const row = await connection.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst()
  return row?.name ?? ''
}

export async function readStanding(connection: Connection, companyId: number, today: TradeDate): Promise<CreditStanding> {
  const { rows } = await sql<{ limit: Fen; days: number; used: Fen; count: number; amount: Fen }>`
    select c.credit_limit as "limit", c.credit_days as days,
           coalesce((select -balance from ledger_account where company_id = c.id and kind = 'credit'), 0)::bigint as used,
           o.count, o.amount
      from company c
      cross join lateral (select count(*)::integer as count, coalesce(sum(open), 0)::bigint as amount
                            from credit_bill where company_id = c.id and settled_at is null and due_on < ${today}) o
     where c.id = ${companyId}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`company ${companyId} is gone`)
  return { limit: row.limit, days: row.days, used: row.used, overdue: { count: row.count, amount: row.amount } }
}

export async function insertBill(
  connection: Connection,
  bill: { companyId: number; orderId: number; amount: Fen; dueOn: TradeDate },
  now: Date,
): Promise<void> {
  await sql`
    insert into credit_bill (company_id, order_id, amount, due_on, created_at)
    values (${bill.companyId}, ${bill.orderId}, ${bill.amount}, ${bill.dueOn}, ${now})`.execute(connection)
}

/** In the order of their ids, as everybody locks them. */
export async function lockOpenBills(connection: Connection, companyId: number): Promise<Bill[]> {
  const { rows } = await sql<Bill>`
    select id, open, due_on as "dueOn" from credit_bill where company_id = ${companyId} and settled_at is null order by id for update`.execute(
    connection,
  )
  return rows
}

export async function lockBillOfOrder(connection: Connection, companyId: number, orderId: number): Promise<Bill | null> {
  const { rows } = await sql<Bill>`
    select id, open, due_on as "dueOn" from credit_bill where company_id = ${companyId} and order_id = ${orderId} for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function addRepaid(connection: Connection, parts: readonly RepaymentPart[], now: Date): Promise<void> {
  await sql`
    update credit_bill b set repaid = b.repaid + p.amount, settled_at = case when b.open = p.amount then ${now}::timestamptz end
      from unnest(${parts.map((part) => part.billId)}::bigint[], ${parts.map((part) => part.amount)}::bigint[]) as p(id, amount)
     where b.id = p.id`.execute(connection)
}

export async function addReturned(connection: Connection, billId: number, amount: Fen, now: Date): Promise<void> {
  await sql`
    update credit_bill set returned = returned + ${amount}, settled_at = case when open = ${amount} then ${now}::timestamptz end
     where id = ${billId}`.execute(connection)
}

export interface RepaymentRow {
  id: number
  no: string
  companyId: number
  amount: Fen
  billIds: number[]
  status: 'created' | 'paid'
  toBalance: Fen
}

const REPAYMENT_COLUMNS = sql`
  id, no, company_id as "companyId", amount, bill_ids as "billIds", status, to_balance as "toBalance"`

export async function findRepayment(connection: Connection, id: number, companyId: number): Promise<RepaymentRow | null> {
  const { rows } = await sql<RepaymentRow>`
    select ${REPAYMENT_COLUMNS} from credit_repayment where id = ${id} and company_id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}

export async function lockRepayment(connection: Connection, id: number): Promise<RepaymentRow | null> {
  const { rows } = await sql<RepaymentRow>`select ${REPAYMENT_COLUMNS} from credit_repayment where id = ${id} for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function insertRepayment(
  connection: Connection,
  repayment: { no: string; companyId: number; accountId: number; amount: Fen; billIds: readonly number[] },
  now: Date,
): Promise<RepaymentRow> {
  const { no, companyId, accountId, amount, billIds } = repayment
  const { rows } = await sql<RepaymentRow>`
    insert into credit_repayment (no, company_id, account_id, amount, bill_ids, created_at)
    values (${no}, ${companyId}, ${accountId}, ${amount}, ${billIds}::bigint[], ${now}) returning ${REPAYMENT_COLUMNS}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a repayment was not written')
  return row
}

export async function markRepaymentPaid(
  connection: Connection,
  { id, parts, over }: { id: number; parts: readonly RepaymentPart[]; over: Fen },
  now: Date,
): Promise<void> {
  await sql`
    with items as (
      insert into credit_repayment_item (repayment_id, bill_id, amount)
      select ${id}::bigint, * from unnest(${parts.map((part) => part.billId)}::bigint[], ${parts.map((part) => part.amount)}::bigint[])
    )
    update credit_repayment set status = 'paid', paid_at = ${now}, to_balance = ${over} where id = ${id}`.execute(connection)
}

export async function setTerms(connection: Connection, companyId: number, terms: { limit: Fen; days: number }, now: Date): Promise<void> {
  await sql`
    update company set credit_limit = ${terms.limit}, credit_days = ${terms.days}, updated_at = ${now} where id = ${companyId}`.execute(
    connection,
  )
}

export interface DueGroup {
  companyId: number
  dueOn: TradeDate
  count: number
  amount: Fen
}

/** Open bills that are due soon or were due, by company and date, a page at a time. */
export async function dueGroups(
  connection: Connection,
  last: TradeDate,
  after: { companyId: number; dueOn: TradeDate },
  limit: number,
): Promise<DueGroup[]> {
  const { rows } = await sql<DueGroup>`
    select company_id as "companyId", due_on as "dueOn", count(*)::integer as count, sum(open)::bigint as amount
      from credit_bill
     where settled_at is null and due_on <= ${last} and (company_id, due_on) > (${after.companyId}, ${after.dueOn}::date)
     group by company_id, due_on order by company_id, due_on limit ${limit}`.execute(connection)
  return rows
}
