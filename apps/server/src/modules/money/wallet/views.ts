import { sql } from 'kysely'
import type { CompanyAccount } from '#domain/ledger.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { monthPeriod, type Period } from '../../../platform/period.ts'

/** What the wallet's pages read of the ledger, always of named companies. */

export interface LogFilter extends Period {
  companyIds: readonly number[]
  purse: CompanyAccount
  /** A kind of posting, in or out; empty: all. */
  use: string
}

export interface LogRow {
  id: number
  at: Date
  kind: string
  amount: Fen
  balanceAfter: Fen
  memo: string
  orderId: number | null
  orderNo: string
  store: string
}

const inTime = ({ from, until }: Period) => sql`
  (${from}::timestamptz is null or e.at >= ${from}) and (${until}::timestamptz is null or e.at < ${until})`

/** kind in | out speaks of the sign, any other word of the kind of posting. */
const ofUse = (use: string) =>
  use === '' ? sql`true` : use === 'in' ? sql`e.amount > 0` : use === 'out' ? sql`e.amount < 0` : sql`e.kind = ${use}`

/** The entries of a purse, or of several companies'; their index holds all that is asked of them here. */
function ofPurses({ companyIds, purse }: LogFilter) {
  const accounts = sql`(select id from ledger_account where company_id = any(${companyIds}::bigint[]) and kind = ${purse})`
  return companyIds.length === 1 ? sql`e.account_id = ${accounts}` : sql`e.account_id = any(array${accounts})`
}

/** The newest first: of one purse as the ledger keeps it, so that each balance follows from the next; of several by time. */
export async function logRows(connection: Connection, filter: LogFilter, offset: number, limit: number): Promise<LogRow[]> {
  const order = filter.companyIds.length === 1 ? sql`e.id desc` : sql`e.at desc, e.id desc`
  const { rows } = await sql<LogRow>`
    select e.id, e.at, e.kind, e.amount, e.balance_after as "balanceAfter", p.memo, p.order_id as "orderId", coalesce(o.no, '') as "orderNo",
           c.name as store
      from (select e.id from ledger_entry e where ${ofPurses(filter)} and ${inTime(filter)} and ${ofUse(filter.use)}
             order by ${order} limit ${limit} offset ${offset}) page
      join ledger_entry e on e.id = page.id
      join ledger_account a on a.id = e.account_id
      join ledger_posting p on p.id = e.posting_id
      join company c on c.id = a.company_id
      left join orders o on o.id = p.order_id
     order by ${order}`.execute(connection)
  return rows
}

export interface UseSums {
  kind: string
  count: number
  income: Fen
  expense: Fen
}

/** By kind, in the period, whatever use is asked for. */
export async function useSums(connection: Connection, filter: LogFilter): Promise<UseSums[]> {
  const { rows } = await sql<UseSums>`
    select e.kind, count(*) filter (where ${ofUse(filter.use)})::integer as count,
           coalesce(sum(e.amount) filter (where e.amount > 0 and ${ofUse(filter.use)}), 0)::bigint as income,
           coalesce(sum(-e.amount) filter (where e.amount < 0 and ${ofUse(filter.use)}), 0)::bigint as expense
      from ledger_entry e
     where ${ofPurses(filter)} and ${inTime(filter)}
     group by e.kind order by min(e.id)`.execute(connection)
  return rows
}

/** What a company paid for orders (whatever it paid with, less what came back) in each Beijing month. */
export async function spendingByMonth(connection: Connection, companyId: number, months: readonly string[]): Promise<Fen[]> {
  const periods = months.map(monthPeriod)
  const { rows } = await sql<{ amount: Fen }>`
    select coalesce((select sum(spent) from ledger_posting p
                      where p.company_id = ${companyId} and p.spent <> 0 and p.at >= m.since and p.at < m.until), 0)::bigint as amount
      from unnest(${periods.map((one) => one.from)}::timestamptz[], ${periods.map((one) => one.until)}::timestamptz[])
           with ordinality as m(since, until, ord)
     order by m.ord`.execute(connection)
  return rows.map((row) => row.amount)
}

export async function periodSums(connection: Connection, companyId: number, period: Period): Promise<{ income: Fen; expense: Fen }> {
  const sums = await useSums(connection, { companyIds: [companyId], purse: 'balance', use: '', ...period })
  const total = (of: (row: UseSums) => number) => sums.reduce((sum, row) => sum + of(row), 0) as Fen
  return { income: total((row) => row.income), expense: total((row) => row.expense) }
}

export interface StoreMoney {
  companyId: number
  name: string
  balance: Fen
  voucher: Fen
  creditLimit: Fen
  creditUsed: Fen
  overdue: Fen
}

/** The stores of a company's group that an account runs; a company without a group is alone. */
export async function groupStores(
  connection: Connection,
  who: { accountId: number; companyId: number; storeGroupId: number | null },
  today: string,
): Promise<StoreMoney[]> {
  const { rows } = await sql<StoreMoney>`
    select c.id as "companyId", c.name, coalesce(b.balance, 0)::bigint as balance, coalesce(v.balance, 0)::bigint as voucher,
           c.credit_limit as "creditLimit", coalesce(-r.balance, 0)::bigint as "creditUsed",
           coalesce((select sum(open) from credit_bill where company_id = c.id and settled_at is null and due_on < ${today}), 0)::bigint as overdue
      from account_company ac
      join company c on c.id = ac.company_id
      left join ledger_account b on b.company_id = c.id and b.kind = 'balance'
      left join ledger_account v on v.company_id = c.id and v.kind = 'voucher'
      left join ledger_account r on r.company_id = c.id and r.kind = 'credit'
     where ac.account_id = ${who.accountId}
       and (c.id = ${who.companyId} or c.store_group_id = ${who.storeGroupId}::bigint)
     order by c.id limit 200`.execute(connection)
  return rows
}
