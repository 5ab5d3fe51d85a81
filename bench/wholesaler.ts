import { planCare } from '../apps/server/src/modules/goods/care/public.ts'
import { type DatabaseHandle, FOR_LONG_WORK, openDatabase } from '../apps/server/src/platform/database.ts'
import { tell } from './figure.ts'
import { MONEY, paid } from './wholesaler-money.ts'
import { CLERKS, type Sizes, type Step } from './wholesaler-sizes.ts'
import { WORK } from './wholesaler-work.ts'

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

/** Of two hundred companies 190 are passed, one waits, the others were sent back or are frozen. */
const companies: Step = ({ companies, before }) => [
  `insert into company (id, name, initials, type, province, city, district, rank, credit_code, phone, contact, manager_name, review_state,
                        contract_signed, submitted_at, reviewed_at, credit_limit, created_at) overriding system value
   select n, ${cityAt('n', 2)} || ${letterAt('n')} || ${letterAt('n / 7')} || ${letterAt('n / 131')} || n ||
             case n % 3 when 0 then '大药房' when 1 then '诊所' else '药店' end,
          chr(97 + n % 26) || chr(97 + n / 7 % 26) || chr(97 + n / 131 % 26) || n || case n % 3 when 0 then 'dyf' when 1 then 'zs' else 'yd' end,
          case n % 3 when 1 then '诊所' else '单体药店' end, ${cityAt('n', 1)}, ${cityAt('n', 2)}, ${cityAt('n', 3)}, chr(65 + n % 4),
          '9151' || lpad(n::text, 14, '0'), '139' || lpad((n % 100000000)::text, 8, '0'), ${letterAt('n / 3')} || '老板', '经理' || (1 + n % 40),
          case when n % 200 < 190 then 2 when n % 200 = 190 then 1 when n % 200 < 196 then 3 else 4 end, true,
          now() - (n % 1000) * interval '1 day', case when n % 200 < 190 then now() - (n % 900) * interval '1 day' end,
          case when n % 5 = 0 then 5000000 else 0 end, now() - (n % 1000) * interval '1 day'
     from generate_series(1, ${companies}) n`,
  `with a as (insert into account (id, username, name, password_hash) overriding system value
              select id + ${before}, 'w' || id, '采购' || id, '' from company returning id)
   insert into account_company (account_id, company_id, is_owner) select id, id - ${before}, true from a`,
  `insert into qualification (company_id, kind, name, number, expires_on)
   select id, k.kind, k.kind, 'W' || id, current_date + (id % 1500)::int - 30
     from company, unnest(array['drug_licence', 'business_licence']) as k (kind)`,
]

/** Numbered by goods in turn, so that a line finds batches of its goods. */
const batches: Step = ({ batches, goods }) => [
  `insert into stock_batch (id, warehouse_id, goods_id, batch_no, production_date, expiry_date, available, locked_at, locked_by, locked_reason)
   overriding system value
   select n, (select min(id) from warehouse) + n / ${goods} % 2, g.id, 'PH' || lpad((n / ${goods})::text, 4, '0') || lpad((g.at % 1000)::text, 3, '0'),
          current_date - n % 700, current_date + n % 1000 - 100, case when n % 3 = 0 then 500 else 0 end,
          case when n % 5000 = 0 then now() - n % 90 * interval '1 day' end, case when n % 5000 = 0 then '质量甲' end,
          case when n % 5000 = 0 then '外观可疑' end
     from generate_series(1, ${batches}) n join bench_sold g on g.at = case when n % ${goods} = 0 then ${goods} else n % ${goods} end`,
]

/** Sent and received for the most part; what waits is of the last days. Two lines each. */
const orders: Step = ({ orders, companies, before, clerk }) => [
  `insert into orders (id, no, checkout_id, company_id, account_id, warehouse_id, status, goods_amount, payable_amount, paid_amount, receiver,
                       invoice_kind, is_ephedrine, held_at, created_at, paid_at, shipped_at, received_at, cancelled_at, completed_at,
                       picked_by, gathered_at) overriding system value
   select n, 'P' || to_char(at, 'YYMMDD') || lpad(n::text, 8, '0'), n, c, c + ${before}, (select min(id) from warehouse) + n % 2, status,
          200000, 200000, case when status in ('pending_payment', 'cancelled') or n % 20 = 1 then 0 else 200000 end,
          '{"receiver":"收货人","phone":"13900000009","province":"四川省","city":"成都市","district":"武侯区","detail":"示例路 1 号"}',
          'normal', n % 200 = 0, case when status = 'paid' and n % 20 = 0 then at end, at,
          case when status not in ('pending_payment', 'cancelled') then at end,
          case when status in ('shipped', 'received', 'completed') then at + interval '1 day' end,
          case when status in ('received', 'completed') then at + interval '3 days' end,
          case when status = 'cancelled' then at + interval '1 day' end,
          case when status = 'completed' then at + interval '10 days' end,
          case when status in ('picking', 'shipped', 'received', 'completed') then ${clerk} + n % 20 end,
          case when status = 'picking' and n % 2 = 0 then at end
     from (select n, 1 + (n::bigint * 7919) % ${companies} as c, now() - (${orders} - n) * interval '31 seconds' as at,
                  case when ago < 500 then 'pending_payment' when ago < 3000 then 'paid' when ago < 6000 then 'picking'
                       when ago < 14000 then 'shipped' when n % 25 = 0 then 'cancelled' when ago < 60000 then 'received' else 'completed' end as status
             from generate_series(1, ${orders}) n, lateral (select ${orders} - n as ago) l) o`,
]
const lines: Step = ({ goods, batches }) => [
  `insert into order_line (id, order_id, company_id, goods_id, goods, number, unit_price, amount, price_source) overriding system value
   select o.id * 2 + k, o.id, o.company_id, g.id,
          jsonb_build_object('code', g.code, 'name', g.name, 'spec', g.spec, 'unit', g.unit, 'manufacturer', '示例制药有限公司',
                             'approval_no', g.approval_no, 'dosage_form', g.dosage_form, 'image', ''), 10, 10000, 100000, 'base'
     from orders o cross join generate_series(0, 1) k join bench_sold g on g.at = 1 + (o.id * 31 + k * 17) % ${goods}`,
  `insert into order_line_batch (order_line_id, stock_batch_id, batch_no, production_date, expiry_date, number)
   select l.id, b.id, b.batch_no, b.production_date, b.expiry_date, l.number
     from order_line l join bench_sold g on g.id = l.goods_id
     join stock_batch b on b.id = g.at + ${goods}::bigint * (l.id % ${Math.max(1, Math.floor(batches / goods))})`,
]
/** Everything that left the house, and part of what was reserved for it. */
const movements: Step = () => [
  `insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at, actor, document_no)
   select p.stock_batch_id, m.kind, m.available, m.reserved, o.id, case m.kind when 'ship' then o.shipped_at else o.created_at end, '仓库' || o.id % 20, ''
     from order_line_batch p join order_line l on l.id = p.order_line_id join orders o on o.id = l.order_id
     cross join (values ('reserve', -10, 10), ('ship', 0, -10)) m (kind, available, reserved)
    where o.shipped_at is not null and (m.kind = 'ship' or o.id % 4 = 0) order by o.id`,
  `insert into stock_movement (stock_batch_id, kind, available, reserved, at, actor, document_no)
   select b.id, 'receive', 500, 0, now() - b.id % 700 * interval '1 day', '仓库' || b.id % 20, 'RK' || b.id / 5
     from stock_batch b where b.id % 10 = 0`,
]
const deeds: Step = ({ orders, clerk }) => [
  `insert into audit_log (at, account_id, actor, action, subject, call, roles)
   select now() - (2 * ${orders} - n) * interval '15 seconds', ${clerk} + n % ${CLERKS}, '员工' || (1 + n % ${CLERKS}),
          (array['order.note', 'order.ship', 'order.pick', 'company.review', 'price.change', 'stock.count'])[1 + n % 6], 'order:' || n / 2, '', ''
     from generate_series(1, 2 * ${orders}) n`,
  `insert into audit_seal (audit_id, seq, hash) select id, id, sha256(id::text::bytea) from audit_log`,
]

/** What is in one row goes side by side; each row needs those before it. */
const STAGES: readonly (readonly Step[])[] = [[batches, companies], [orders], [lines, paid], [movements, deeds, ...MONEY, ...WORK]]
const TABLES = /insert into (\w+)/g
const LANES = 2

const FRESH = `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`

/** Takes from the front of what is to be done, on so many connections; each finishes what it began. */
async function inLanes({ pool }: DatabaseHandle, todo: readonly (readonly string[])[]): Promise<void> {
  const waiting = [...todo]
  const lane = async () => {
    const client = await pool.connect()
    try {
      await client.query(FRESH)
      for (let texts = waiting.shift(); texts; texts = waiting.shift()) for (const text of texts) await client.query(text)
    } finally {
      client.release(true)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Indexes that are no constraint, of the tables that are filled: their definitions, taken away. */
async function dropIndexes({ pool }: DatabaseHandle, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      order by pg_relation_size(i.indrelid) desc`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  return rows.map(({ made }) => made)
}

/** Of these tables those that number their own rows. */
async function numbered({ pool }: DatabaseHandle, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' and table_name = any ($1)`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

/**
 * Years of a large wholesaler, straight into the tables by generated rows: what its people's lists are asked over. Triggers and foreign
 * keys rest meanwhile, and indexes are made once their table is full, so that a million orders take minutes. What depends on one another
 * (money in the ledger and beside it) fits together: `npm run verify` asks the same of it as of a real shop. Goods and their warehouse
 * are there already.
 */
export async function fillWholesaler({ url }: DatabaseHandle, sizes: Sizes): Promise<void> {
  const database = openDatabase(url, { limits: FOR_LONG_WORK })
  await fill(database, sizes).finally(database.close)
}

async function fill(database: DatabaseHandle, sizes: Sizes): Promise<void> {
  const { pool } = database
  const started = performance.now()
  const done = (what: string) => tell(`  ${what} after ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await pool.query('create unlogged table bench_sold as select row_number() over (order by id) as at, * from goods')
  await pool.query('create unique index on bench_sold (at); create unique index on bench_sold (id)')
  await pool.query('delete from stock_batch; analyze bench_sold')
  const { rows } = await pool.query<{ goods: number; before: number }>(
    `select (select count(*) from bench_sold)::integer as goods, coalesce((select max(id) from account), 0)::integer as before`,
  )
  const { goods, before } = rows[0] ?? { goods: 0, before: 0 }
  const known = { ...sizes, goods, before, clerk: before + sizes.companies + 1 }
  const stages = STAGES.map((steps) => steps.map((step) => step(known)))
  const named = stages.flat(2).flatMap((text) => [...text.matchAll(TABLES)].map((found) => found[1] ?? ''))
  const tables = [...new Set(named)]
  const indexes = await dropIndexes(database, tables)
  for (const [index, stage] of stages.entries()) {
    await inLanes(database, stage)
    await inLanes(database, [['analyze']])
    done(`rows, ${index + 1} of ${stages.length}`)
  }
  await inLanes(
    database,
    indexes.map((made) => [made]),
  )
  for (const table of await numbered(database, tables))
    await pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`)
  await pool.query('drop table bench_sold')
  done('indexes')
  await inLanes(
    database,
    tables.map((table) => [`vacuum (analyze) ${table}`]),
  )
  await inLanes(database, [['analyze']])
  done('statistics')
  // Triggers rested: the night's job finds what they would have written.
  await planCare(database.db, new Date())
  await pool.query('vacuum (analyze) care_plan')
  done('plan of storage checks')
}
