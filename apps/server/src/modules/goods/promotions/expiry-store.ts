import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

export interface ExpiringCoupons {
  companyId: number
  /** The last Beijing day on which they can be used. */
  day: TradeDate
  count: number
  /** One of them, by name. */
  name: string
}

/** Unused coupons that end within a time, by company and day; a page of companies after one. */
export async function expiringCoupons(
  connection: Connection,
  from: Date,
  until: Date,
  afterCompany: number,
  companies: number,
): Promise<ExpiringCoupons[]> {
  const { rows } = await sql<ExpiringCoupons>`
    with page as (
      select distinct company_id from coupon
       where checkout_id is null and valid_until > ${from} and valid_until <= ${until} and company_id > ${afterCompany}
       order by company_id limit ${companies}
    )
    select c.company_id as "companyId", to_char((c.valid_until - interval '1 second') at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
           count(*)::integer as count, min(t.name) as name
      from coupon c join page on page.company_id = c.company_id join coupon_template t on t.id = c.template_id
     where c.checkout_id is null and c.valid_until > ${from} and c.valid_until <= ${until}
     group by 1, 2 order by 1, 2`.execute(connection)
  return rows
}
