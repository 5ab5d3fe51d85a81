import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

/** One order that a to-do is about, and how many there are. */
interface Waiting {
  count: number
  id: number | null
  no: string
}

export interface HomeFigures {
  pending: Waiting & { payBefore: string | null }
  toShip: number
  shipped: Waiting
  receipts: Waiting & { dueOn: TradeDate | null; rejected: number }
  afterSales: number
  /** Approved after-sales that wait for the goods to be sent back. */
  toSendBack: { count: number; id: number | null }
  wanted: { count: number; id: number | null; name: string }
  invitations: number
  credit: { overdue: Fen; dueOn: TradeDate | null; due: Fen }
}

/** Credit that is due within so many days is something to do. */
const CREDIT_DAYS = 7

/** One round trip, each figure by an index of its table that begins with the company. $4: what the account answers to. */
const HOME_SQL = `
  select
    (select json_build_object('count', count(*)::int, 'id', (array_agg(id order by pay_before, id))[1],
                              'no', coalesce((array_agg(no order by pay_before, id))[1], ''), 'payBefore', min(pay_before))
       from orders where company_id = $1 and status = 'pending_payment') as pending,
    (select count(*)::int from orders where company_id = $1 and status in ('paid', 'picking')) as "toShip",
    (select json_build_object('count', count(*)::int, 'id', min(id), 'no', coalesce((array_agg(no order by id))[1], ''))
       from orders where company_id = $1 and status = 'shipped') as shipped,
    (select json_build_object('count', count(*)::int, 'id', (array_agg(r.order_id order by r.due_on, r.order_id))[1],
                              'no', coalesce((array_agg(o.no order by r.due_on, r.order_id))[1], ''), 'dueOn', min(r.due_on),
                              'rejected', count(*) filter (where r.state = 'rejected')::int)
       from ephedrine_receipt r join orders o on o.id = r.order_id
      where r.company_id = $1 and r.state in ('awaiting', 'rejected')) as receipts,
    (select count(*)::int from after_sale where company_id = $1 and status in ('reviewing', 'sending', 'inspecting', 'refunding'))
      as "afterSales",
    (select json_build_object('count', count(*)::int, 'id', min(id)) from after_sale where company_id = $1 and status = 'sending')
      as "toSendBack",
    (select json_build_object('count', count(*)::int, 'id', (array_agg(id order by updated_at desc, id))[1],
                              'name', coalesce((array_agg(name order by updated_at desc, id))[1], ''))
       from wanted_request where company_id = $1 and state in ('answered', 'arrived')) as wanted,
    (select count(*)::int from store_invitation where status = 'open' and expires_at > $3 and target = any($4::text[])) as invitations,
    (select json_build_object('overdue', coalesce(sum(open) filter (where due_on < $2::date), 0),
                              'dueOn', min(due_on) filter (where due_on >= $2::date),
                              'due', coalesce(sum(open) filter (where due_on >= $2::date), 0))
       from credit_bill where company_id = $1 and settled_at is null and due_on <= $2::date + ${CREDIT_DAYS}) as credit`

export async function readHome(
  { pool }: DatabaseHandle,
  companyId: number,
  targets: readonly string[],
  today: TradeDate,
  now: Date,
): Promise<HomeFigures> {
  const { rows } = await pool.query<HomeFigures>({ name: 'member-home', text: HOME_SQL, values: [companyId, today, now, targets] })
  const [row] = rows
  if (!row) throw new Error('the member home query answers one row')
  return row
}
