import type pg from 'pg'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { WordEntry } from './meaning/entries.ts'

/** One goods as the index reads it; children by its id. */
export interface GoodsRow {
  id: number
  code: string
  name: string
  generic_name: string
  trade_name: string
  manufacturer_id: number | null
  spec: string
  dosage_form: string
  approval_no: string
  barcode: string
  mnemonic: string
  tags: string[]
  scope_code: string
  base_price: number | null
  sales_30d: number
  listed: number
  availability_id: number | null
  mid_pack: number
  case_pack: number
  splittable: boolean
  min_number: number
  purchase_limit: number | null
  is_ephedrine: boolean
  drug_class: string
  /** With commas between; '' = none. */
  special_substances: string
  /** By which version of the stop list's rules it is lawful; null: it is not, or was never judged. */
  lawful_by: string | null
}
export interface GoodsPage {
  goods: GoodsRow[]
  categories: { goods_id: number; category_id: number }[]
  /** One row a goods: lines of 'price rank'. */
  ranks: { goods_id: number; prices: string }[]
  companies: { goods_id: number; company_id: number; price: number }[]
  /** One row a goods: lines of 'warehouse available first-expiry'. */
  stock: { goods_id: number; warehouses: string }[]
}
export interface ManufacturerRow {
  id: number
  name: string
  short_name: string
}
export interface CategoryRow {
  id: number
  parent_id: number | null
  name: string
}
export interface RuleRow {
  id: number
  controlled: boolean
  entries: { province: string | null; city: string | null; company_type: string | null; company_id: number | null }[]
}
/** A goods that stands first, or last, where exactly these words are asked. */
export interface PinRow {
  words: string
  goods_id: number
  place: 'first' | 'last'
}
export interface SmallTables {
  categories: CategoryRow[]
  /** In the order in which they are preferred. */
  warehouses: { id: number; name: string; province: string }[]
  rules: RuleRow[]
  words: WordEntry[]
  pins: PinRow[]
}

const GOODS = `select id, code, name, generic_name, trade_name, manufacturer_id, spec, dosage_form, approval_no, barcode, mnemonic, tags,
  scope_code, base_price, sales_30d, extract(epoch from listed_at)::bigint as listed, availability_id, mid_pack, case_pack, splittable, min_number,
  purchase_limit, is_ephedrine, drug_class, array_to_string(special_substances, ',') as special_substances,
  case when law_verdict = 'lawful' then law_version end as lawful_by from goods where on_shelf and`
/** What a goods has several of comes as one text a goods: a third of the rows, and reading rows is what a build waits for. */
const CHILDREN = {
  categories: ['select goods_id, category_id from goods_category where', 'order by goods_id'],
  ranks: [
    `select goods_id, string_agg(price || ' ' || rank, E'\n') as prices from goods_rank_price where`,
    'group by goods_id order by goods_id',
  ],
  companies: ['select goods_id, company_id, price from goods_company_price where', 'order by goods_id'],
  stock: [
    `select goods_id, string_agg(warehouse_id || ' ' || available || ' ' || coalesce(first_expiry::text, ''), E'\n') as warehouses
             from goods_stock where`,
    'group by goods_id order by goods_id',
  ],
} as const

type Runner = pg.Pool | pg.PoolClient

type Child = Exclude<keyof GoodsPage, 'goods'>

async function child<Part extends Child>(runner: Runner, part: Part, condition: string, values: unknown[]): Promise<GoodsPage[Part]> {
  const [select, end] = CHILDREN[part]
  return (await runner.query(`${select} ${condition} ${end}`, values)).rows as GoodsPage[Part]
}

/** The next goods on sale after an id, in order of id; an empty page is the end. */
export async function readPage(runner: Runner, after: number, limit: number): Promise<GoodsPage> {
  const { rows: goods } = await runner.query<GoodsRow>(`${GOODS} id > $1 order by id limit $2`, [after, limit])
  const last = goods.at(-1)
  if (!last) return { goods, categories: [], ranks: [], companies: [], stock: [] }
  const read = <Part extends Child>(part: Part) => child(runner, part, 'goods_id > $1 and goods_id <= $2', [after, last.id])
  // One after the other: a snapshot has one connection.
  const [categories, ranks] = [await read('categories'), await read('ranks')]
  return { goods, categories, ranks, companies: await read('companies'), stock: await read('stock') }
}

/** Those of the named goods that are on sale. */
export async function readGoods(pool: pg.Pool, ids: readonly number[]): Promise<GoodsPage> {
  const read = <Part extends Child>(part: Part) => child(pool, part, 'goods_id = any($1)', [ids])
  const [{ rows: goods }, categories, ranks, companies, stock] = await Promise.all([
    pool.query<GoodsRow>(`${GOODS} id = any($1) order by id`, [ids]),
    ...([read('categories'), read('ranks'), read('companies'), read('stock')] as const),
  ])
  return { goods, categories, ranks, companies, stock }
}

export async function readManufacturers(runner: Runner, ids: readonly number[] | null): Promise<ManufacturerRow[]> {
  const { rows } = await runner.query<ManufacturerRow>(
    'select id, name, short_name from manufacturer where $1::bigint[] is null or id = any($1) order by id',
    [ids],
  )
  return rows
}

export async function readSmallTables(runner: Runner): Promise<SmallTables> {
  const categories = await runner.query<CategoryRow>('select id, parent_id, name from category order by id')
  const warehouses = await runner.query<SmallTables['warehouses'][number]>('select id, name, province from warehouse order by sort, id')
  const rules = await runner.query<RuleRow>(`
    select a.id, a.controlled, coalesce(json_agg(json_build_object('province', e.province, 'city', e.city,
           'company_type', e.company_type, 'company_id', e.company_id)) filter (where e.id is not null), '[]') as entries
      from availability a left join availability_entry e on e.availability_id = a.id group by a.id order by a.id`)
  const words = await runner.query<WordEntry>('select kind, words, targets, parent, note from search_word where active order by id')
  const pins = await runner.query<PinRow>('select words, goods_id, place from search_pin order by id')
  return { categories: categories.rows, warehouses: warehouses.rows, rules: rules.rows, words: words.rows, pins: pins.rows }
}

/** Runs with one view of the database, so that goods and their children fit together. */
export async function withSnapshot<T>(database: DatabaseHandle, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
