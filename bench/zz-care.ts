// scratch: not for the repository
import { chmod, mkdir } from 'node:fs/promises'
import { generateGoods } from './generate.ts'
import { planCare } from '../apps/server/src/modules/goods/care/public.ts'
import { FOR_LONG_WORK, openDatabase } from '../apps/server/src/platform/database.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { migrate } from '../apps/server/src/platform/migrations.ts'
import { WORK } from './wholesaler-work.ts'

const home = '/tmp/x2/careplan/home'
await mkdir(home, { recursive: true })
await chmod('/tmp/x2', 0o755); await chmod('/tmp/x2/careplan', 0o755); await chmod(home, 0o755)
const embedded = await openEmbeddedDatabase(home)
console.log('URL', embedded.url)
const batches = Number(process.argv[2] ?? 2_000_000)
const name = process.argv[3] ?? 'care2m'
const admin = openDatabase(embedded.url, { max: 1 })
await admin.pool.query(`drop database if exists ${name} with (force)`)
await admin.pool.query(`create database ${name}`)
const url = embedded.url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
const database = openDatabase(url, { limits: FOR_LONG_WORK })
const t0 = performance.now()
const done = (w: string) => console.log(w, ((performance.now() - t0) / 1000).toFixed(1))
await migrate(database)
await generateGoods(database, 20_000)
done('goods')
const { pool } = database
const goods = 20_000
await pool.query('create unlogged table bench_sold as select row_number() over (order by id) as at, * from goods')
await pool.query('create unique index on bench_sold (at); create unique index on bench_sold (id)')
await pool.query('delete from stock_batch; analyze bench_sold')
const client = await pool.connect()
await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
await client.query(`insert into stock_batch (id, warehouse_id, goods_id, batch_no, production_date, expiry_date, available, locked_at, locked_by, locked_reason)
   overriding system value
   select n, (select min(id) from warehouse) + n / ${goods} % 2, g.id, 'PH' || lpad((n / ${goods})::text, 4, '0') || lpad((g.at % 1000)::text, 3, '0'),
          current_date - n % 700, current_date + n % 1000 - 100, case when n % 3 = 0 then 500 else 0 end,
          case when n % 5000 = 0 then now() - n % 90 * interval '1 day' end, case when n % 5000 = 0 then '质量甲' end,
          case when n % 5000 = 0 then '外观可疑' end
     from generate_series(1, ${batches}) n join bench_sold g on g.at = case when n % ${goods} = 0 then ${goods} else n % ${goods} end`)
done('batches')
await client.query(`insert into stock_movement (stock_batch_id, kind, available, reserved, at, actor, document_no)
   select b.id, m.kind, m.a, m.r, now() - (b.id % 700 - m.k) * interval '1 day', '', '' from stock_batch b
    cross join (values ('receive', 500, 0, 0), ('reserve', -10, 10, 1), ('ship', 0, -10, 2)) m (kind, a, r, k) where m.k = 0 and b.id % 10 <> 1 or b.available > 0 order by m.k, b.id`)
done('movements')
await client.query(`insert into shelf_place (warehouse_id, goods_id, place) select (select min(id) from warehouse), id, 'A-' || id % 400 from bench_sold on conflict do nothing`)
const care = WORK.find((step) => step.name === 'care')
if (!care) throw new Error('no care')
for (const text of care({ companies: 1000, orders: 1000, batches, goods, before: 0, clerk: 100 } as never)) { await client.query(text); done('care') }
client.release(true)
await pool.query('vacuum (analyze) stock_batch'); await pool.query('vacuum (analyze) stock_movement'); await pool.query('vacuum (analyze) care_check'); await pool.query('vacuum (analyze)')
done('vacuum')
await planCare(database.db, new Date())
done('plan made')
await pool.query('vacuum (analyze) care_plan')
const t1 = performance.now()
await planCare(database.db, new Date())
console.log('second night', ((performance.now() - t1) / 1000).toFixed(1), 's; rss', Math.round(process.memoryUsage().rss / 1e6), 'MB')
await pool.query('drop table bench_sold')
await database.close(); await admin.close()
console.log('READY', url)
if (process.argv[4] === 'stay') await new Promise((r) => process.once('SIGTERM', r))
await embedded.stop()
