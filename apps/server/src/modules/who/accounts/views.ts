import type { DatabaseHandle } from '../../../platform/database.ts'

/** What the frame shows beside the viewer itself. */
export interface BaseFigures {
  stores: { company_id: number; name: string }[]
  cart_count: number
  /** Unread ones; counted no further than a badge needs. */
  message_count: number
  chat_unread: number
  points: number
  balance: number
  has_own_prices: boolean
  order_counts: { status: string; count: number }[]
  settings: Record<string, unknown>
}

/** One round trip: the header asks this on almost every page. Orders are counted by the index company, status. */
const BASE_SQL = `
  select
    coalesce((select json_agg(json_build_object('company_id', c.id, 'name', c.name) order by ac.is_owner desc, c.id)
                from account_company ac join company c on c.id = ac.company_id where ac.account_id = $1), '[]') as stores,
    (select count(*)::int from cart_line where company_id = $2) as cart_count,
    (select count(*)::int from (select from message where company_id = $2 and read_at is null and deleted_at is null limit 1000) unread) as message_count,
    coalesce((select buyer_unread from chat_conversation where company_id = $2), 0) as chat_unread,
    coalesce((select balance from ledger_account where company_id = $2 and kind = 'points'), 0) as points,
    coalesce((select balance from ledger_account where company_id = $2 and kind = 'balance'), 0) as balance,
    exists (select from goods_company_price where company_id = $2) as has_own_prices,
    coalesce((select json_agg(json_build_object('status', status, 'count', count))
                from (select status, count(*) from orders where company_id = $2 group by status
                      union all
                      select 'after_sale', count(distinct order_id) from after_sale
                       where company_id = $2 and status in ('reviewing', 'sending', 'inspecting', 'refunding')) by_status), '[]') as order_counts,
    coalesce((select json_object_agg(key, value) from setting where key = any ($3::text[])), '{}') as settings`

export async function readBaseFigures(
  database: DatabaseHandle,
  accountId: number,
  companyId: number | null,
  settingKeys: readonly string[],
): Promise<BaseFigures> {
  const { rows } = await database.pool.query<BaseFigures>({
    name: 'user-base',
    text: BASE_SQL,
    values: [accountId, companyId, settingKeys],
  })
  const [row] = rows
  if (!row) throw new Error('the user base query answers one row')
  return row
}
