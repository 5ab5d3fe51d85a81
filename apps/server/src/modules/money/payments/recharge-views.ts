import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import { isNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED, fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import type { Period } from '../../../platform/period.ts'

export interface RechargeView {
  id: number
  no: string
  status: 'created' | 'paid'
  companyId: number
  company: string
  purse: 'voucher' | 'balance'
  amount: Fen
  gift: Fen
  beganBy: string
  channel: string
  paymentNo: string
  createdAt: Date
  paidAt: Date | null
}
export interface RechargeFilter extends Period {
  status: RechargeView['status'] | null
  purse: RechargeView['purse'] | null
  companyId: number | null
  keywords: string
}

/** By their own number, by that of a payment, by the company's name; null: too many to name them. */
function meant(connection: Connection, keywords: string): Promise<number[] | null> {
  const start = `${plainLike(keywords.toUpperCase())}%`
  return fewOf(
    connection,
    sql`select id from recharge where no like ${start}
        union select subject_id from payment where purpose = 'recharge' and no like ${start}
        union select r.id from recharge r join company co on co.id = r.company_id where ${isNamed('co', keywords)}`,
  )
}

async function filtered(connection: Connection, { status, purse, companyId, keywords, from, until }: RechargeFilter) {
  const ids = keywords === '' ? null : await meant(connection, keywords)
  const found = keywords === '' ? sql`true` : ids === null ? sql`${isNamed('c', keywords)}` : sql`r.id = any (${ids}::bigint[])`
  return sql`from recharge r join company c on c.id = r.company_id
    where ${found} and ${companySeen('r.company_id')}
      and (${status}::text is null or r.status = ${status}) and (${purse}::text is null or r.purse = ${purse})
      and (${companyId}::bigint is null or r.company_id = ${companyId})
      and (${from}::timestamptz is null or r.created_at >= ${from}) and (${until}::timestamptz is null or r.created_at < ${until})`
}

/** The latest first; of each the payment that brought the money, or the one that was begun last. */
export async function rechargePage(
  connection: Connection,
  filter: RechargeFilter,
  offset: number,
  limit: number,
): Promise<{ rows: RechargeView[]; total: number; amount: Fen; gift: Fen }> {
  const rest = await filtered(connection, filter)
  const { rows } = await sql<RechargeView>`
    with page as (select r.* ${rest} order by r.id desc limit ${limit} offset ${offset})
    select r.id, r.no, r.status, r.company_id as "companyId", c.name as company, r.purse, r.amount, r.gift, coalesce(a.name, '') as "beganBy",
           coalesce(p.channel, '') as channel, coalesce(p.no, '') as "paymentNo", r.created_at as "createdAt", r.paid_at as "paidAt"
      from page r join company c on c.id = r.company_id left join account a on a.id = r.account_id
      left join lateral (select y.no, y.channel from payment y where y.purpose = 'recharge' and y.subject_id = r.id
                          order by y.status = 'paid' desc, y.id desc limit 1) p on true
     order by r.id desc`.execute(connection)
  const { rows: sums } = await sql<{ total: number; amount: Fen; gift: Fen }>`
    select (select count(*)::integer from (select ${rest} limit ${COUNTED}) counted) as total,
           coalesce(sum(r.amount) filter (where r.status = 'paid'), 0)::bigint as amount,
           coalesce(sum(r.gift) filter (where r.status = 'paid'), 0)::bigint as gift ${rest}`.execute(connection)
  const [sum] = sums
  if (sum === undefined) throw new Error('a sum without a row')
  return { rows, ...sum }
}
