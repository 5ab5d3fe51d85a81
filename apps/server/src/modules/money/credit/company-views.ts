import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import { companiesNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'

/** A company as finance sees it. */
export interface CompanyMoneyView {
  id: number
  name: string
  reviewState: number
  balance: Fen
  limit: Fen
  days: number
  used: Fen
  overdue: Fen
  overdueCount: number
  dueOn: TradeDate | null
  dueAmount: Fen
}

const COUNT_MAX = 10_000

const OWING = sql`select company_id as id, min(due_on) as due from credit_bill where settled_at is null group by company_id`
/** Numbers of companies alone, and when the oldest open bill of each is due: a hundred thousand rows are not read for forty. */
const scoped = (scope: 'given' | 'overdue' | 'all', today: TradeDate) =>
  ({
    all: sql`select id, null::date as due from company`,
    given: sql`${OWING} union all select id, null from company
                where credit_limit > 0 and id not in (select company_id from credit_bill where settled_at is null)`,
    overdue: sql`${OWING} having min(due_on) < ${today}`,
  })[scope]

/** Those with the oldest open bill come first. */
export async function companyMoneyPage(
  connection: Connection,
  asked: { scope: 'given' | 'overdue' | 'all'; keywords: string; offset: number; limit: number },
  today: TradeDate,
): Promise<{ rows: CompanyMoneyView[]; total: number }> {
  const named = asked.keywords === '' ? sql`` : sql`and id in (${companiesNamed(asked.keywords)})`
  const found = sql`(${scoped(asked.scope, today)}) f where ${companySeen('f.id')} ${named}`
  // Of all companies by their number; who owes comes first where that is the question.
  const order = asked.scope === 'all' ? sql`id` : sql`due, id`
  const { rows } = await sql<CompanyMoneyView>`
    select c.id, c.name, c.review_state as "reviewState", c.credit_limit as "limit", c.credit_days as days,
           coalesce((select balance from ledger_account where company_id = c.id and kind = 'balance'), 0)::bigint as balance,
           coalesce((select -balance from ledger_account where company_id = c.id and kind = 'credit'), 0)::bigint as used,
           o.amount as overdue, o.count as "overdueCount", d.due_on as "dueOn", coalesce(d.open, 0)::bigint as "dueAmount"
      from (select id, due from ${found} order by ${order} offset ${asked.offset} limit ${asked.limit}) page
      join company c using (id)
      cross join lateral (select count(*)::integer as count, coalesce(sum(open), 0)::bigint as amount
                            from credit_bill where company_id = c.id and settled_at is null and due_on < ${today}) o
      left join lateral (select due_on, open from credit_bill where company_id = c.id and settled_at is null order by due_on, id limit 1) d on true
     order by ${asked.scope === 'all' ? sql`c.id` : sql`page.due, c.id`}`.execute(connection)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${found} limit ${COUNT_MAX}) x`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Of all companies together. */
export async function creditSums(connection: Connection, today: TradeDate): Promise<{ limit: Fen; used: Fen; overdue: Fen }> {
  const { rows } = await sql<{ limit: Fen; used: Fen; overdue: Fen }>`
    select coalesce((select sum(credit_limit) from company where credit_limit > 0 and ${companySeen('company.id')}), 0)::bigint as "limit",
           coalesce((select sum(open) from credit_bill where settled_at is null and ${companySeen('credit_bill.company_id')}), 0)::bigint as used,
           coalesce((select sum(open) from credit_bill where settled_at is null and due_on < ${today} and ${companySeen('credit_bill.company_id')}), 0)::bigint as overdue`.execute(
    connection,
  )
  return rows[0] ?? { limit: 0 as Fen, used: 0 as Fen, overdue: 0 as Fen }
}
