import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Papers as they once were: on a day, and behind an order (药品经营质量管理规范 art. 42). */

export interface LicenceThen {
  kind: string
  name: string
  number: string
  issuer: string
  holder: string
  issued_on: string | null
  expires_on: string | null
  scope: string[]
  since: Date
}

/** What was on file, approved, at a moment; whether it had lapsed by then is in its dates. */
export async function licencesAt(connection: Connection, companyId: number, at: Date): Promise<LicenceThen[]> {
  const { rows } = await sql<LicenceThen>`
    select kind, name, number, issuer, holder, issued_on, expires_on, scope_codes as scope, valid_from as since
      from qualification_history
     where company_id = ${companyId} and status = 2 and valid_from < ${at} and (valid_until is null or valid_until >= ${at})
     order by id limit 100`.execute(connection)
  return rows
}

export interface OrderLicence {
  kind: string
  name: string
  number: string
  expires_on: string | null
  scope: string[]
  drug_classes: string[]
  at: Date
}

/** null: there is no such order. */
export async function licencesOfOrder(connection: Connection, orderId: number): Promise<OrderLicence[] | null> {
  const { rows } = await sql<{ licences: OrderLicence[] }>`
    select (select coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'number', number, 'expires_on', expires_on, 'scope', scope,
                                                       'drug_classes', coalesce(drug_classes, '{}'), 'at', at) order by kind), '[]')
              from order_licence where order_id = o.id) as licences
      from orders o where o.id = ${orderId}`.execute(connection)
  return rows[0]?.licences ?? null
}
