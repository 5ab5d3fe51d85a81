import { type Insertable, sql, type Updateable } from 'kysely'
import type { GoodsTexts } from '#contract/constants.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Goods } from '../../../platform/database-types.ts'
import { GOODS_TEXTS_SQL } from '../../../platform/goods-texts.ts'

interface StoredRow {
  id: number
  code: string
  name: string
  generic_name: string
  trade_name: string
  manufacturer: string
  spec: string
  unit: string
  mid_pack: number
  case_pack: number
  splittable: boolean
  min_number: number
  purchase_limit: number | null
  free_shipping_from: number | null
  dosage_form: string
  approval_no: string
  barcode: string
  drug_class: 'rx' | 'otc_a' | 'otc_b' | 'device' | 'herb' | 'none'
  storage: string
  cold_chain: boolean
  cold_chain_said: boolean | null
  shelf_life_months: number | null
  insurance_class: string
  is_selected: boolean
  mnemonic: string
  special_mark: string
  category_said: string
  availability_id: number | null
  instructions: { title: string; text: string }[]
  kind: 'drug' | 'herb' | 'device' | 'health' | 'other'
  scope_code: string
  scope_name: string
  on_shelf: boolean
  law_held: boolean
  off_shelf_reason: string
  law_verdict: 'unjudged' | 'lawful' | 'doubtful' | 'barred'
  law_class: string
  law_reason: string
  stopped: boolean
  stopped_reason: string
  /** What a stop keeps of before it. */
  stopped_wish: boolean
  has_price: boolean
  /** New to the house, and not approved yet. */
  lacks_first_trade: boolean
  version: number
  categories: number[]
  category_names: string[]
  images: string[]
  texts: GoodsTexts
}
export type RecordRow = Omit<StoredRow, 'texts'> & GoodsTexts

const RECORD = sql`
    select g.id, g.code, g.name, g.generic_name, g.trade_name, coalesce(m.name, '') as manufacturer, ${sql.raw(GOODS_TEXTS_SQL)} as texts, g.spec, g.unit,
           g.mid_pack, g.case_pack, g.splittable, g.min_number, g.purchase_limit, g.free_shipping_from, g.dosage_form, g.approval_no,
           g.barcode, g.drug_class, g.storage, g.cold_chain, g.cold_chain_said, g.shelf_life_months, g.insurance_class, g.is_selected,
           g.mnemonic, g.special_mark, g.category_said, g.availability_id, g.instructions, g.kind, g.scope_code, b.name as scope_name,
           g.on_shelf, g.law_held, g.off_shelf_reason, g.law_verdict, g.law_class, g.law_reason, g.stopped_at is not null as stopped,
           coalesce(g.stopped_reason, '') as stopped_reason, coalesce((g.stopped_shelf ->> 'on_shelf')::boolean, false) as stopped_wish,
           g.base_price is not null as has_price, g.version,
           exists (select from goods_first_trade f where f.goods_id = g.id and f.passed_at is null) as lacks_first_trade,
           array(select gc.category_id from goods_category gc where gc.goods_id = g.id order by gc.category_id) as categories,
           array(select c.name from goods_category gc join category c on c.id = gc.category_id where gc.goods_id = g.id
                  order by gc.category_id) as category_names,
           array(select i.url from goods_image i where i.goods_id = g.id order by i.sort, i.id) as images
      from goods g join business_scope b on b.code = g.scope_code left join manufacturer m on m.id = g.manufacturer_id`

const recordOf = ({ texts, ...row }: StoredRow): RecordRow => ({ ...row, ...texts })

/** All that is kept of a goods but its prices; locked: until the transaction ends nobody else changes it. */
export async function readRecord(connection: Connection, id: number, lock = false): Promise<RecordRow | null> {
  const { rows } = await sql<StoredRow>`
    ${RECORD} where g.id = ${id} ${lock ? sql`for no key update of g` : sql``}`.execute(connection)
  return rows[0] === undefined ? null : recordOf(rows[0])
}

/** Of many, by their codes in whatever letters; locked. */
export async function lockRecords(connection: Connection, codes: readonly string[]): Promise<RecordRow[]> {
  const { rows } = await sql<StoredRow>`
    ${RECORD} where upper(g.code) = any(${codes.map((code) => code.toUpperCase())}::text[]) order by g.id for no key update of g`.execute(
    connection,
  )
  return rows.map(recordOf)
}

export async function recordsById(connection: Connection, ids: readonly number[]): Promise<RecordRow[]> {
  const { rows } = await sql<StoredRow>`${RECORD} where g.id = any(${[...ids]}::bigint[])`.execute(connection)
  return rows.map(recordOf)
}

/** Goods that a file brings: off the shelf until somebody puts them there, and new to the house. */
export async function keepOff(connection: Connection, ids: readonly number[], reason: string, now: Date): Promise<void> {
  await sql`
    update goods set on_shelf = false, law_held = false, off_shelf_reason = ${reason}, listed_at = ${now}, updated_at = ${now}
     where id = any(${[...ids]}::bigint[])`.execute(connection)
}

export type NewGoods = Omit<Insertable<Goods>, 'instructions'> & { instructions: string }
export type GoodsChange = Omit<Updateable<Goods>, 'instructions'> & { instructions?: string }

/** null: the shop has this code, in whatever letters. */
export async function insertGoods(connection: Connection, goods: NewGoods): Promise<number | null> {
  const taken = await sql`select from goods where upper(code) = upper(${goods.code})`.execute(connection)
  if (taken.rows.length > 0) return null
  const row = await connection
    .insertInto('goods')
    .values(goods)
    .onConflict((on) => on.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function writeGoods(connection: Connection, id: number, change: GoodsChange): Promise<void> {
  await connection.updateTable('goods').set(change).where('id', '=', id).execute()
}

/** What hangs on it changed: a save that began before comes too late. */
export async function moveOn(connection: Connection, id: number): Promise<void> {
  await sql`update goods set version = version + 1, updated_at = now() where id = ${id}`.execute(connection)
}

/** On the shelf as far as clerks wish it; the stop list decides (a trigger of goods). */
export async function putOnShelf(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update goods set on_shelf = true, law_held = false, off_shelf_reason = '', updated_at = ${now} where id = ${id}`.execute(
    connection,
  )
}

export async function takeOffShelf(connection: Connection, id: number, reason: string, now: Date): Promise<void> {
  await sql`update goods set on_shelf = false, law_held = false, off_shelf_reason = ${reason}, updated_at = ${now} where id = ${id}`.execute(
    connection,
  )
}

/** Goods that nobody has named anywhere: what is their own goes with them. */
export async function removeGoods(connection: Connection, ids: readonly number[]): Promise<void> {
  await sql`delete from goods where id = any(${[...ids]}::bigint[])`.execute(connection)
}

export async function writeImages(connection: Connection, goodsId: number, urls: readonly string[]): Promise<void> {
  await connection.deleteFrom('goods_image').where('goods_id', '=', goodsId).execute()
  await sql`
    insert into goods_image (goods_id, url, sort) select ${goodsId}, url, place from unnest(${urls}::text[]) with ordinality as u (url, place)`.execute(
    connection,
  )
}

/** Names whose letters were not read, or have changed since. */
export async function unreadNames(connection: Connection, limit: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from goods g left join goods_letters l on l.goods_id = g.id
     where l.name is distinct from g.name order by g.id limit ${limit}`.execute(connection)
  return rows
}

export async function writeLetters(connection: Connection, read: readonly { id: number; name: string; initials: string }[]): Promise<void> {
  await sql`
    insert into goods_letters (goods_id, name, initials)
    select r.id, r.name, r.initials from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r (id bigint, name text, initials text)
      join goods g on g.id = r.id
    on conflict (goods_id) do update set name = excluded.name, initials = excluded.initials`.execute(connection)
}

/** What goods are held to beside the law, and what was approved when they first came in. */
export interface SaidFacts
  extends Pick<
    RecordRow,
    | 'id'
    | 'name'
    | 'spec'
    | 'dosage_form'
    | 'drug_class'
    | 'scope_code'
    | 'scope_name'
    | 'manufacturer'
    | 'holder'
    | 'approval_no'
    | 'storage'
    | 'lacks_first_trade'
  > {
  code: string
  /** It has passed its first trade, or somebody decides about it. */
  has_first_trade: boolean
}

/** codes: in whatever letters. */
export async function saidFacts(connection: Connection, codes: readonly string[]): Promise<SaidFacts[]> {
  const { rows } = await sql<SaidFacts>`
    select g.id, g.code, g.name, g.spec, g.dosage_form, g.drug_class, g.scope_code, b.name as scope_name, coalesce(m.name, '') as manufacturer,
           g.holder, g.approval_no, g.storage, f.goods_id is not null as has_first_trade,
           f.goods_id is not null and f.passed_at is null as lacks_first_trade
      from goods g join business_scope b on b.code = g.scope_code left join manufacturer m on m.id = g.manufacturer_id
      left join goods_first_trade f on f.goods_id = g.id
     where upper(g.code) = any(${codes.map((code) => code.toUpperCase())}::text[])`.execute(connection)
  return rows
}
