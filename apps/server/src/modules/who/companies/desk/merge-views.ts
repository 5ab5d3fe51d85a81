import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'

/** What a company has that would come to nothing, or hang in the air, if it bought no more from now on. */
export interface Unfinished {
  orders: number
  pointsOrders: number
  afterSales: number
  refunds: number
  transfers: number
  suspense: number
  requests: number
  balance: Fen
  voucher: Fen
  credit: Fen
  pointsDebt: number
}

/** The request to merge itself is none of them. */
export async function unfinishedOf(connection: Connection, companyId: number): Promise<Unfinished> {
  const purse = (kind: string) =>
    sql`coalesce((select balance from ledger_account where company_id = ${companyId} and kind = ${kind}), 0)::bigint`
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::integer from ${from})`
  const { rows } = await sql<Unfinished>`
    select ${count(sql`orders where company_id = ${companyId} and status in ('pending_payment', 'paid', 'picking', 'shipped')`)} as orders,
           ${count(sql`points_order where company_id = ${companyId} and status in ('placed', 'shipped')`)} as "pointsOrders",
           ${count(sql`after_sale where company_id = ${companyId} and status in ('reviewing', 'sending', 'inspecting', 'refunding')`)} as "afterSales",
           ${count(sql`refund where company_id = ${companyId} and status = 'pending'`)} as refunds,
           ${count(sql`transfer_proof where company_id = ${companyId} and state = 'submitted'`)} as transfers,
           ${count(sql`suspense where company_id = ${companyId} and status in ('open', 'returning')`)} as suspense,
           ${count(sql`approval_request where company_id = ${companyId} and state = 'waiting' and expires_at > now() and kind <> 'company.merge'`)} as requests,
           ${purse('balance')} as balance, ${purse('voucher')} as voucher, ${purse('credit')} as credit,
           coalesce((select points from points_debt where company_id = ${companyId}), 0) as "pointsDebt"`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a select without from answers one row')
  return row
}

/** Who signs in for it, and whether it is his. */
export async function peopleOf(
  connection: Connection,
  companyId: number,
): Promise<{ accountId: number; name: string; isOwner: boolean }[]> {
  const { rows } = await sql<{ accountId: number; name: string; isOwner: boolean }>`
    select ac.account_id as "accountId", a.name, ac.is_owner as "isOwner" from account_company ac join account a on a.id = ac.account_id
     where ac.company_id = ${companyId} order by ac.is_owner desc, a.id`.execute(connection)
  return rows
}
