import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** What can move money of the outside: named, since the shop's entries lie by account, kind and time. */
const KINDS = [
  'order_pay',
  'order_refund',
  'recharge',
  'credit_repay',
  'refund_sent',
  'surplus',
  'surplus_back',
  'suspense',
  'suspense_matched',
  'suspense_back',
]

export interface CashRow {
  since: 'month' | 'yesterday' | 'today'
  received: Fen
  sent: Fen
}
/** gateway and bank are negative by what came in (domain/ledger). */
export async function cashSince(connection: Connection, since: Readonly<Record<CashRow['since'], Date>>): Promise<CashRow[]> {
  const { rows } = await sql<CashRow>`
    with moved as materialized (
      select e.at, e.amount from ledger_account a join ledger_entry e on e.account_id = a.id and e.balance_after is null and e.kind = any (${KINDS}::text[])
       where a.company_id is null and a.kind in ('gateway', 'bank') and e.at >= least(${since.month}::timestamptz, ${since.yesterday}::timestamptz)
    )
    select w.since, coalesce(sum(-m.amount) filter (where m.amount < 0), 0)::bigint as received,
           coalesce(sum(m.amount) filter (where m.amount > 0), 0)::bigint as sent
      from (values ('month', ${since.month}::timestamptz, null::timestamptz), ('today', ${since.today}::timestamptz, null),
                   ('yesterday', ${since.yesterday}::timestamptz, ${since.today}::timestamptz))
           as w(since, from_at, until_at)
      left join moved m on m.at >= w.from_at and (w.until_at is null or m.at < w.until_at)
     group by w.since`.execute(connection)
  return rows
}

export async function owedNow(connection: Connection): Promise<{ refundDue: Fen; suspense: Fen }> {
  const { rows } = await sql<{ refundDue: Fen; suspense: Fen }>`
    select coalesce((select sum(amount) from refund where status = 'pending'), 0)::bigint as "refundDue",
           coalesce((select sum(amount) from suspense where status in ('open', 'returning')), 0)::bigint as suspense`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('sums are one row')
  return row
}
