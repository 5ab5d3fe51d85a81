import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'

/**
 * Years of a large wholesaler, straight into the tables by generated rows: what its people's lists are asked over. Triggers and foreign
 * keys rest meanwhile (what they keep is not read by these lists), so that a million orders take minutes. Goods and their warehouse are
 * there already.
 */
export interface Sizes {
  companies: number
  orders: number
  batches: number
}

const SURNAMES = '康仁济同春和安泰百瑞恒信华益民福元德广永'
const CITIES = [
  ['四川省', '成都市', '武侯区'],
  ['四川省', '绵阳市', '涪城区'],
  ['贵州省', '贵阳市', '云岩区'],
  ['贵州省', '遵义市', '汇川区'],
  ['云南省', '昆明市', '五华区'],
  ['重庆市', '重庆市', '渝中区'],
]
const cityAt = (n: string, part: 1 | 2 | 3) =>
  `(array[${CITIES.map((city) => `'${city[part - 1]}'`).join(',')}])[1 + ${n} % ${CITIES.length}]`
const letterAt = (n: string) => `substr('${SURNAMES}', (1 + (${n}) % ${SURNAMES.length})::int, 1)`

/** One company a row; of a hundred ninety are passed, the others wait, were sent back or are frozen. */
const COMPANIES = `
  insert into company (id, name, initials, type, province, city, district, rank, credit_code, phone, contact, manager_name, review_state,
                       contract_signed, submitted_at, reviewed_at, credit_limit, created_at) overriding system value
  select n, ${cityAt('n', 2)} || ${letterAt('n')} || ${letterAt('n / 7')} || ${letterAt('n / 131')} || n ||
            case n % 3 when 0 then '大药房' when 1 then '诊所' else '药店' end,
         chr(97 + (n % 26)::int) || chr(97 + (n / 7 % 26)::int) || chr(97 + (n / 131 % 26)::int) || n ||
            case n % 3 when 0 then 'dyf' when 1 then 'zs' else 'yd' end,
         case n % 3 when 0 then '单体药店' when 1 then '诊所' else '单体药店' end,
         ${cityAt('n', 1)}, ${cityAt('n', 2)}, ${cityAt('n', 3)}, chr(65 + (n % 4)::int), '9151' || lpad(n::text, 14, '0'),
         '139' || lpad((n % 100000000)::text, 8, '0'), ${letterAt('n / 3')} || '老板', '经理' || (1 + n % 40),
         case when n % 100 < 90 then 2 when n % 100 < 94 then 1 when n % 100 < 97 then 3 else 4 end, true,
         now() - (n % 1000) * interval '1 day', case when n % 100 < 90 then now() - (n % 900) * interval '1 day' end,
         case when n % 5 = 0 then 5000000 else 0 end, now() - (n % 1000) * interval '1 day'
    from generate_series($1::bigint, $2::bigint) n`
const PEOPLE = `
  with a as (insert into account (id, username, name, password_hash) overriding system value
             select id + $3, 'w' || id, '采购' || id, '' from company where id between $1 and $2 returning id)
  insert into account_company (account_id, company_id) select id, id - $3 from a`
const PAPERS = `
  insert into qualification (company_id, kind, name, number, expires_on)
  select id, k.kind, k.kind, 'W' || id, current_date + (id % 1500)::int - 30
    from company, unnest(array['drug_licence', 'business_licence']) as k (kind) where id between $1 and $2`

/** Sent and received for the most part; what waits is of the last days. Two lines each. */
const ORDERS = `
  insert into orders (id, no, checkout_id, company_id, account_id, warehouse_id, status, goods_amount, payable_amount, paid_amount, receiver,
                      invoice_kind, is_ephedrine, held_at, created_at, paid_at, shipped_at, received_at, cancelled_at, completed_at)
  overriding system value
  select n, 'P' || to_char(at, 'YYMMDD') || lpad(n::text, 8, '0'), n, c, c + $3, w.id, status, 200000, 200000,
         case when status in ('pending_payment', 'cancelled') then 0 else 200000 end,
         '{"receiver":"收货人","phone":"13900000009","province":"四川省","city":"成都市","district":"武侯区","detail":"示例路 1 号"}',
         'normal', n % 200 = 0, case when status = 'paid' and n % 20 = 0 then at end, at,
         case when status not in ('pending_payment', 'cancelled') then at end,
         case when status in ('shipped', 'received', 'completed') then at + interval '1 day' end,
         case when status in ('received', 'completed') then at + interval '3 days' end,
         case when status = 'cancelled' then at + interval '1 day' end,
         case when status = 'completed' then at + interval '10 days' end
    from (select n, 1 + (n * 7919) % $4 as c, now() - ($5 - n) * interval '31 seconds' as at,
                 case when $5 - n < 3000 then 'paid' when $5 - n < 6000 then 'picking' when $5 - n < 14000 then 'shipped' when n % 25 = 0 then 'cancelled'
                      when $5 - n < 60000 then 'received' else 'completed' end as status
            from generate_series($1::bigint, $2::bigint) n) o,
         lateral (select id from warehouse order by (id + n) % 2, id limit 1) w`
const CHECKOUTS = `
  insert into checkout (id, company_id, account_id, idempotency_key) overriding system value
  select id, company_id, account_id, 'w' || id from orders where id between $1 and $2`
const LINES = `
  insert into order_line (id, order_id, company_id, goods_id, goods, number, unit_price, amount, price_source) overriding system value
  select o.id * 2 + k, o.id, o.company_id, g.id,
         jsonb_build_object('code', g.code, 'name', g.name, 'spec', g.spec, 'unit', g.unit, 'manufacturer', '示例制药有限公司',
                            'approval_no', g.approval_no, 'dosage_form', g.dosage_form, 'image', ''), 10, 10000, 100000, 'base'
    from orders o, generate_series(0, 1) k, lateral (select * from sold where at = 1 + (o.id * 31 + k * 17) % $3) g
   where o.id between $1 and $2`
/** A batch of the line's goods: batches are numbered by goods in turn. */
const PIECES = `
  insert into order_line_batch (order_line_id, stock_batch_id, batch_no, production_date, expiry_date, number)
  select l.id, b.id, b.batch_no, b.production_date, b.expiry_date, l.number
    from order_line l join sold g on g.id = l.goods_id join stock_batch b on b.id = g.at + $3 * (l.id % $4)
   where l.order_id between $1 and $2`
const BATCHES = `
  insert into stock_batch (id, warehouse_id, goods_id, batch_no, production_date, expiry_date, available) overriding system value
  select n, (select min(id) from warehouse), g.id, 'PH' || lpad((n / $3)::text, 4, '0') || lpad((g.at % 1000)::text, 3, '0'),
         current_date - (n % 700)::int, current_date + (n % 1000)::int - 100, case when n % 3 = 0 then 500 else 0 end
    from generate_series($1::bigint, $2::bigint) n join sold g on g.at = case when n % $3 = 0 then $3 else n % $3 end`
const SHIPMENTS = `
  insert into shipment (order_id, carrier, waybill, packages, picked_by, checked_by, shipped_at)
  select id, '自营配送', 'ZY' || id, 1, '张拣货', '李复核', shipped_at from orders where shipped_at is not null and id between $1 and $2`
const PAYMENTS = `
  insert into payment (no, channel, company_id, order_id, subject_id, purpose, amount, status, gateway_no, created_at, paid_at)
  select 'F' || id, 'alipay', company_id, id, id, 'order', 200000, 'paid', 'G' || id, paid_at, paid_at
    from orders where paid_at is not null and id between $1 and $2`
const RETURNS = `
  with s as (insert into after_sale (no, kind, company_id, account_id, order_id, idempotency_key, reason, status, expected_amount, goods_amount, created_at,
                                     approved_at, refunded_at)
             select 'S' || id, 'return', company_id, account_id, id, 'w' || id, 'quality', case when id % 500 < 5 then 'reviewing' else 'refunded' end, 50000, 50000,
                    received_at, received_at, case when id % 500 >= 5 then received_at + interval '1 day' end
               from orders where received_at is not null and id % 100 = 0 and id between $1 and $2 returning id, no, company_id, order_id, status, refunded_at)
  insert into refund (no, after_sale_id, company_id, order_id, channel, amount, status, created_at, done_at)
  select 'T' || order_id, id, company_id, order_id, 'alipay', 50000, 'done', refunded_at, refunded_at from s where status = 'refunded'`
const AUDIT = `
  insert into audit_log (at, actor, action, subject)
  select now() - ($3 - n) * interval '31 seconds', '员工' || (1 + n % 60), (array['order.note', 'order.ship', 'order.pick', 'company.review'])[1 + n % 4], 'order:' || n
    from generate_series($1::bigint, $2::bigint) n`

const CHUNK = 50_000

export async function fillWholesaler({ pool }: DatabaseHandle, { companies, orders, batches }: Sizes): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    const inChunks = async (text: string, count: number, ...more: readonly number[]) => {
      for (let from = 1; from <= count; from += CHUNK) await client.query(text, [from, Math.min(count, from + CHUNK - 1), ...more])
    }
    await client.query('create temporary table sold as select row_number() over (order by id) as at, * from goods')
    await client.query('create unique index on sold (at); create unique index on sold (id); analyze sold')
    const { rows } = await client.query<{ goods: number; before: number }>(
      `select (select count(*) from sold)::integer as goods, coalesce((select max(id) from account), 0)::integer as before`,
    )
    const { goods, before } = rows[0] ?? { goods: 0, before: 0 }
    await client.query('delete from stock_batch')
    await inChunks(BATCHES, batches, goods)
    await inChunks(COMPANIES, companies)
    await inChunks(PEOPLE, companies, before)
    await inChunks(PAPERS, companies)
    await inChunks(ORDERS, orders, before, companies, orders)
    await inChunks(CHECKOUTS, orders)
    await inChunks(LINES, orders, goods)
    await inChunks(PIECES, orders, goods, Math.max(1, Math.floor(batches / goods)))
    await inChunks(SHIPMENTS, orders)
    await inChunks(PAYMENTS, orders)
    await inChunks(RETURNS, orders)
    await inChunks(AUDIT, orders, orders)
    for (const table of ['account', 'company', 'orders', 'order_line', 'stock_batch', 'checkout'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
}
