import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { ClaimKind } from '#domain/statements.ts'
import { CLAIM_KINDS } from '#domain/statements.ts'
import type { Connection } from '../../../platform/database.ts'

/** What statements read of the ledger, always of one company. Points are no money. */

const MONEY = sql`a.kind not in ('points', 'points_issued')`
/** Entries of the company's postings, with the account that each is on. */
const ENTRIES = (companyId: number) => sql`
  ledger_posting p join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id
   where p.company_id = ${companyId} and ${MONEY}`

export interface PostingRow {
  id: number
  at: Date
  kind: string
  memo: string
  orderNo: string
  entries: { kind: string; amount: Fen }[]
}

/** The postings of a period in the order in which they were written. */
export async function postingsOf(connection: Connection, companyId: number, from: Date, until: Date): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select p.id, p.at, p.kind, p.memo, coalesce(o.no, '') as "orderNo", p.entries
      from (select p.id, p.at, p.kind, p.memo, p.order_id, json_agg(json_build_object('kind', a.kind, 'amount', e.amount) order by e.id) as entries
              from ${ENTRIES(companyId)} and p.at >= ${from} and p.at < ${until} group by p.id) p
      left join orders o on o.id = p.order_id order by p.id`.execute(connection)
  return rows
}

/** What the shop holds for the company before a moment, by account; what it owes is negative. */
export async function claimsBefore(connection: Connection, companyId: number, until: Date): Promise<Record<ClaimKind, Fen>> {
  const { rows } = await sql<{ kind: ClaimKind; amount: Fen }>`
    select a.kind, sum(e.amount)::bigint as amount from ${ENTRIES(companyId)} and p.at < ${until} and a.kind = any(${[...CLAIM_KINDS]}::text[])
     group by a.kind`.execute(connection)
  const of = new Map(rows.map((row) => [row.kind, row.amount]))
  return Object.fromEntries(CLAIM_KINDS.map((kind) => [kind, of.get(kind) ?? 0])) as Record<ClaimKind, Fen>
}

export interface OrderMoney {
  no: string
  day: TradeDate
  paid: Fen
  back: Fen
}

/** What was paid for an order and is, since it was split, paid for two: no money came or went. */
const SPLIT = sql`(p.kind = 'order_split')`

/** What was paid for orders in a period whatever it was paid with, and what of it went back. */
export async function ordersOf(connection: Connection, companyId: number, from: Date, until: Date): Promise<OrderMoney[]> {
  const { rows } = await sql<OrderMoney>`
    select o.no, (o.created_at at time zone 'Asia/Shanghai')::date::text as day,
           coalesce(sum(p.spent) filter (where p.spent > 0 or ${SPLIT}), 0)::bigint as paid,
           coalesce(sum(-p.spent) filter (where p.spent < 0 and not ${SPLIT}), 0)::bigint as back
      from ledger_posting p join orders o on o.id = p.order_id
     where p.company_id = ${companyId} and p.spent <> 0 and p.at >= ${from} and p.at < ${until}
     group by o.id order by o.id`.execute(connection)
  return rows
}

/** Bills as they stood at a moment, by what was repaid and taken off them until then. */
export async function billsAt(connection: Connection, companyId: number, until: Date): Promise<{ open: Fen; dueOn: TradeDate }[]> {
  const { rows } = await sql<{ open: Fen; dueOn: TradeDate }>`
    select b.due_on::text as "dueOn",
           (b.amount
            - coalesce((select sum(i.amount) from credit_repayment_item i join credit_repayment r on r.id = i.repayment_id
                         where i.bill_id = b.id and r.paid_at < ${until}), 0)
            - coalesce((select sum(e.amount) from ledger_posting p join ledger_entry e on e.posting_id = p.id
                          join ledger_account a on a.id = e.account_id and a.company_id = b.company_id and a.kind = 'credit'
                         where p.company_id = b.company_id and p.order_id = b.order_id and e.amount > 0 and p.at < ${until}), 0))::bigint as open
      from credit_bill b where b.company_id = ${companyId} and b.created_at < ${until} order by b.due_on, b.id`.execute(connection)
  return rows.filter((row) => row.open !== 0)
}

/** Companies that had anything to do with money in a month, or still have a claim or a debt, and no statement of it yet. */
export async function companiesDue(connection: Connection, month: string, until: Date, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from company c
     where c.id > ${after} and exists (select from ledger_posting p where p.company_id = c.id and p.at < ${until})
       and not exists (select from statement s where s.company_id = c.id and s.month = ${month})
     order by c.id limit ${limit}`.execute(connection)
  return rows.map((row) => row.id)
}

export interface Party {
  name: string
  creditCode: string
  address: string
}

export async function partyOf(connection: Connection, companyId: number): Promise<Party | null> {
  const { rows } = await sql<Party>`
    select name, coalesce(credit_code, '') as "creditCode",
           case when province = city then '' else province end || city || district || address as address
      from company where id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}
