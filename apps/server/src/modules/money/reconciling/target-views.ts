import { sql } from 'kysely'
import type { TransferTarget } from '#domain/bank-match.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

/** Where money of a transfer may belong. */

export interface AskedLine {
  id: number
  amount: Fen
  payerName: string
  day: string
  /** Words of its memo that may be a number. */
  numbers: readonly string[]
}

export interface TargetRow extends TransferTarget {
  lineId: number
  /** '': an order that no transfer was announced for. */
  paymentNo: string
  purpose: 'order' | 'recharge' | 'repayment'
  subjectNo: string
  orderId: number | null
  isEphedrine: boolean
  standing: 'due' | 'booked' | 'closed'
  proofId: number | null
  amount: Fen
}

/** Of one line not more than these of each kind: what is so common is not clear anyhow. */
const EACH = 20

const OPEN_TRANSFER = sql`y.channel = 'bank' and (y.status in ('created', 'closed') or y.status = 'paid' and y.gateway_no is null)`

/** Payments by transfer and unpaid orders that have a line's amount, are named by its memo, or belong to its payer. */
export async function targetsOf(connection: Connection, lines: readonly AskedLine[]): Promise<TargetRow[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<TargetRow>`
    with line as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as l(id bigint, amount bigint, "payerName" text, day date, numbers text[])
    ), found as (
      select l.id as line_id, p.id as payment_id, p.order_id
        from line l cross join lateral (
          select id, order_id from payment where channel = 'bank' and status = 'created' and amount = l.amount order by id desc limit ${EACH}) p
      union
      select l.id, p.id, p.order_id
        from line l cross join lateral (
          select id, order_id from payment
           where channel = 'bank' and status = 'paid' and gateway_no is null and amount = l.amount and paid_at > l.day - 31 limit ${EACH}) p
      union
      select l.id, null, o.id
        from line l cross join lateral (
          select id from orders where status = 'pending_payment' and payable_amount = l.amount order by id desc limit ${EACH}) o
      union
      select l.id, null, o.id from line l join orders o on o.no = any (l.numbers)
      union
      select l.id, p.id, null from line l join recharge r on r.no = any (l.numbers)
        join payment p on p.purpose = 'recharge' and p.subject_id = r.id and p.channel = 'bank'
      union
      select l.id, p.id, null from line l join credit_repayment r on r.no = any (l.numbers)
        join payment p on p.purpose = 'repayment' and p.subject_id = r.id and p.channel = 'bank'
      union
      select l.id, null, o.id
        from line l join company c on c.name = l."payerName" cross join lateral (
          select id from orders where company_id = c.id and status = 'pending_payment' order by id desc limit ${EACH}) o
    ), named as (
      select distinct line_id, order_id,
             coalesce(payment_id, (select y.id from payment y where y.order_id = found.order_id and ${OPEN_TRANSFER}
                                    order by y.status = 'created' desc, y.id desc limit 1)) as payment_id
        from found
    )
    select n.line_id as "lineId", coalesce(y.no, '') as "paymentNo", coalesce(y.purpose, 'order') as purpose,
           coalesce(o.no, r.no, b.no, '') as "subjectNo", o.id as "orderId", coalesce(o.is_ephedrine, false) as "isEphedrine",
           case y.status when 'paid' then 'booked' when 'closed' then 'closed' else 'due' end as standing,
           coalesce(y.amount, o.payable_amount) as amount, c.name as company,
           array_remove(array[y.no, o.no, r.no, b.no], null) as numbers,
           t.id as "proofId", coalesce(t.payer_account, '') as "proofAccount"
      from named n
      left join payment y on y.id = n.payment_id
      left join orders o on o.id = n.order_id
      left join recharge r on y.purpose = 'recharge' and r.id = y.subject_id
      left join credit_repayment b on y.purpose = 'repayment' and b.id = y.subject_id
      join company c on c.id = coalesce(y.company_id, o.company_id)
      left join transfer_proof t on t.payment_id = y.id and t.state = 'submitted'
     where (y.id is null and o.status = 'pending_payment' or y.id is not null and ${OPEN_TRANSFER})
       and ${orderSeen('o.id', 'c.id')}
     order by n.line_id, y.id desc`.execute(connection)
  return rows
}
