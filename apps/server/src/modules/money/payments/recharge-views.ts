import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import { companyIsNamed, isNamed } from '../../../platform/company-named.ts'
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
  payer: string
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
  const conditions = [
    companySeen('r.company_id'),
    ...(keywords === '' ? [] : [ids === null ? companyIsNamed('r.company_id', keywords) : sql`r.id = any (${ids}::bigint[])`]),
    ...(status === null ? [] : [sql`r.status = ${sql.lit(status)}`]),
    ...(purse === null ? [] : [sql`r.purse = ${purse}`]),
    ...(companyId === null ? [] : [sql`r.company_id = ${companyId}`]),
    ...(from === null ? [] : [sql`r.created_at >= ${from}`]),
    ...(until === null ? [] : [sql`r.created_at < ${until}`]),
  ]
  return sql`from recharge r where ${sql.join(conditions, sql` and `)}`
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
           coalesce(p.channel, '') as channel, coalesce(p.no, '') as "paymentNo", coalesce(p.payer, '') as payer, r.created_at as "createdAt", r.paid_at as "paidAt"
      from page r join company c on c.id = r.company_id left join account a on a.id = r.account_id
      left join lateral (select y.no, y.channel, y.payer from payment y where y.purpose = 'recharge' and y.subject_id = r.id
                          order by y.status = 'paid' desc, y.id desc limit 1) p on true
     order by r.id desc`.execute(connection)
  const { rows: sums } = await sql<{ total: number; amount: Fen; gift: Fen }>`
    select (select count(*)::integer from (select ${rest} limit ${COUNTED}) counted) as total,
           coalesce(sum(r.amount), 0)::bigint as amount, coalesce(sum(r.gift), 0)::bigint as gift ${rest} and r.status = 'paid'`.execute(
    connection,
  )
  const [sum] = sums
  if (sum === undefined) throw new Error('a sum without a row')
  return { rows, ...sum }
}
