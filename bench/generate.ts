import { pathToFileURL } from 'node:url'
import { beijingDate } from '#domain/dates.ts'
import { judgeGoods } from '../apps/server/src/modules/goods/law/public.ts'
import { type DatabaseHandle, openDatabase } from '../apps/server/src/platform/database.ts'
import { DRUGS, FORMS, MAKERS, SPECS, TRADE_NAMES } from './generated-words.ts'

const WAREHOUSES = 3
const CATEGORIES = 60
const CHUNK = 50_000

/**
 * Fills a migrated database that has no goods with `count` generated ones: products of a name, a maker and sometimes a
 * trade name, four specifications each, with rank prices, stock and categories. The same count gives the same shop.
 * The server multiplies the words itself; nothing but the words crosses the wire.
 */
export async function generateGoods(database: DatabaseHandle, count: number): Promise<void> {
  const { pool } = database
  await pool.query(`insert into business_scope (code, name) values ('chemical', '化学药制剂'), ('tcm', '中成药') on conflict do nothing`)
  await pool.query(
    `insert into warehouse (code, name) select 'W' || n, '第' || n || '仓' from generate_series(1, $1::int) n on conflict do nothing`,
    [WAREHOUSES],
  )
  await pool.query(
    `insert into category (code, tree, name) select 'G' || n, 'drug', '大类' || n from generate_series(1, 8) n on conflict do nothing`,
  )
  await pool.query(
    `insert into category (code, parent_id, tree, name)
     select 'G' || p.id || '-' || n, p.id, 'drug', p.name || '之' || n from category p, generate_series(1, $1::int / 8) n where p.code ~ '^G[1-8]$'
     on conflict do nothing`,
    [CATEGORIES],
  )
  await pool.query('insert into manufacturer (name) select unnest($1::text[]) on conflict do nothing', [MAKERS])
  await pool.query(`insert into availability (name) values ('只供四川') on conflict do nothing`)
  await pool.query(
    `insert into availability_entry (availability_id, province) select id, '四川省' from availability where name = '只供四川'`,
  )
  const version = lawfulVersion()
  for (let from = 0; from < count; from += CHUNK) await generateChunk(database, from, Math.min(from + CHUNK, count), version)
  for (const table of ['goods', 'goods_category', 'goods_rank_price', 'goods_stock', 'manufacturer'])
    await pool.query(`vacuum analyze ${table}`)
}

/** Judges every name that the words can make; each is lawful, or the words are wrong. The version of the rules that said so. */
function lawfulVersion(): string {
  const today = beijingDate(new Date())
  const judged = DRUGS.flatMap((drug) => FORMS.map((form) => ({ drug, form }))).map(({ drug, form }) => {
    const name = drug + form
    const goods = { name, generic_name: name, trade_name: '', spec: '', unit: '盒', dosage_form: form, approval_no: '国药准字H20000000' }
    return { name, ...judgeGoods({ ...goods, category: '', special_mark: '', manufacturer: '', storage: '' }, null, null, today) }
  })
  const wrong = judged.find((one) => one.law_verdict !== 'lawful')
  if (wrong) throw new Error(`${wrong.name} is no lawful goods: ${wrong.law_reason}`)
  return judged[0]?.law_version ?? ''
}

async function generateChunk({ pool }: DatabaseHandle, from: number, to: number, version: string): Promise<void> {
  await pool.query(
    `with words as (select $3::text[] drugs, $4::text[] forms, $5::text[] trades, $6::text[] specs,
                           (select array_agg(id order by id) from manufacturer) makers,
                           (select id from availability order by id limit 1) limited),
     made as (
       select n, p, drugs[1 + abs(hashint4(p)::bigint) % cardinality(drugs)] drug,
              forms[1 + p / 7 % cardinality(forms)] form, makers[1 + p::bigint * 7919 % cardinality(makers)] maker,
              case when p % 10 < 3 then trades[1 + p::bigint * 104729 % cardinality(trades)] else '' end trade,
              specs[1 + (p * 4 + n % 4) % cardinality(specs)] spec, limited
         from generate_series($1::int, $2::int - 1) n, lateral (select n / 4 p) product, words),
     goods_made as (
       insert into goods (code, name, generic_name, trade_name, manufacturer_id, spec, unit, dosage_form, approval_no, barcode,
                          scope_code, base_price, mid_pack, case_pack, sales_30d, availability_id, listed_at, law_verdict, law_version)
       select 'G' || lpad(n::text, 8, '0'), drug || form, drug || form, trade, maker, spec, '盒', form,
              '国药准字H' || (20000000 + p), (6900000000000 + n)::text, case when p % 3 = 0 then 'tcm' else 'chemical' end,
              100 + n::bigint * 7919 % 20000, 10, 200, (5000 / (1 + n::bigint * 31 % 997))::int,
              case when n % 50 = 0 then limited end, timestamptz '2026-01-01' + n % 300 * interval '1 day', 'lawful', $7
         from made returning id, base_price),
     categories_made as (
       insert into goods_category (goods_id, category_id)
       select g.id, leaf.ids[1 + g.id % cardinality(leaf.ids)] from goods_made g,
              (select array_agg(id order by id) ids from category where parent_id is not null) leaf),
     prices_made as (
       insert into goods_rank_price (goods_id, rank, price)
       select id, rank, greatest(1, base_price * percent / 100) from goods_made, (values ('A', 92), ('B', 95), ('C', 98)) ranks(rank, percent))
     insert into goods_stock (goods_id, warehouse_id, available, first_expiry, last_expiry)
     select g.id, w.id, case when (g.id + w.id) % 5 = 0 then 0 else 10 + g.id % 900 end::int,
            date '2027-01-01' + (g.id % 700)::int, date '2027-06-01' + (g.id % 900)::int
       from goods_made g join warehouse w on (g.id + w.id) % 3 < 2`,
    [from, to, DRUGS, FORMS, TRADE_NAMES, SPECS, version],
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, count] = process.argv.slice(2)
  if (!url || !count) throw new Error('usage: node bench/generate.ts DATABASE_URL COUNT')
  const database = openDatabase(url)
  const start = performance.now()
  await generateGoods(database, Number(count))
  process.stdout.write(`${JSON.stringify({ generated: Number(count), seconds: Math.round((performance.now() - start) / 100) / 10 })}\n`)
  await database.close()
}
