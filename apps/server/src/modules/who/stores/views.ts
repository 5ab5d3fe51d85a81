import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

export interface StoreOverview {
  company_id: number
  name: string
  type: string
  address: string
  is_owner: boolean
  group_name: string | null
  order_counts: { status: OrderStatus; count: number }[]
  credit_limit: Fen
  credit_used: Fen
  credit_overdue: Fen
  balance: Fen
  cart_count: number
  message_count: number
  partners: { account_id: number; name: string; phone: string }[]
}

/** More stores than one account runs. */
const STORES_MAX = 200

/** Every store of an account with its figures: one statement, each figure by its index. Partners only of own stores. */
const OVERVIEW_SQL = `
  select c.id as company_id, c.name, c.type, concat(c.province, c.city, c.district, c.address) as address, ac.is_owner,
         (select name from store_group where id = c.store_group_id) as group_name,
         coalesce((select json_agg(json_build_object('status', status, 'count', count))
                     from (select status, count(*)::int as count from orders where company_id = c.id group by status) by_status), '[]') as order_counts,
         c.credit_limit,
         coalesce((select sum(open) from credit_bill where company_id = c.id and settled_at is null), 0)::bigint as credit_used,
         coalesce((select sum(open) from credit_bill where company_id = c.id and settled_at is null and due_on < $2::date), 0)::bigint as credit_overdue,
         coalesce((select balance from ledger_account where company_id = c.id and kind = 'balance'), 0) as balance,
         (select count(*)::int from cart_line where company_id = c.id) as cart_count,
         (select count(*)::int from (select from message where company_id = c.id and read_at is null and deleted_at is null limit 1000) unread)
           as message_count,
         case when ac.is_owner then coalesce((
           select json_agg(json_build_object('account_id', a.id, 'name', a.name, 'phone', coalesce(a.phone, '')) order by a.id)
             from account_company other join account a on a.id = other.account_id
            where other.company_id = c.id and not other.is_owner), '[]') else '[]' end as partners
    from account_company ac join company c on c.id = ac.company_id
   where ac.account_id = $1
   order by ac.is_owner desc, c.id limit ${STORES_MAX}`

export async function storeOverviews({ pool }: DatabaseHandle, accountId: number, today: string): Promise<StoreOverview[]> {
  const { rows } = await pool.query<StoreOverview>({ name: 'store-overviews', text: OVERVIEW_SQL, values: [accountId, today] })
  return rows
}

export interface SentRow {
  id: number
  target: string
  status: 'open' | 'consented' | 'refused' | 'withdrawn' | 'expired'
  created_at: Date
  expires_at: Date
  store_name: string
}
export interface ReceivedRow {
  id: number
  target: string
  note: string
  created_at: Date
  expires_at: Date
  from_company: string
  from_name: string
}

/** What an account sent lately, the newest first. */
export async function sentInvitations({ pool }: DatabaseHandle, accountId: number, since: Date): Promise<SentRow[]> {
  const { rows } = await pool.query<SentRow>(
    `select i.id, i.target, i.status, i.created_at, i.expires_at, coalesce(c.name, '') as store_name
       from store_invitation i left join company c on c.id = i.store_id
      where i.account_id = $1 and i.created_at > $2 order by i.created_at desc, i.id desc limit 50`,
    [accountId, since],
  )
  return rows
}

/** Open invitations to a phone or to credit codes. */
export async function receivedInvitations({ pool }: DatabaseHandle, targets: readonly string[], now: Date): Promise<ReceivedRow[]> {
  if (targets.length === 0) return []
  const { rows } = await pool.query<ReceivedRow>(
    `select i.id, i.target, i.note, i.created_at, i.expires_at, c.name as from_company, a.name as from_name
       from store_invitation i join company c on c.id = i.company_id join account a on a.id = i.account_id
      where i.target = any($1::text[]) and i.status = 'open' and i.expires_at > $2 order by i.id desc limit 50`,
    [targets, now],
  )
  return rows
}
