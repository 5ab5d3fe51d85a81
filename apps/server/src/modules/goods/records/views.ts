import { type RawBuilder, sql } from 'kysely'
import type { GoodsTexts } from '#contract/constants.ts'
import { GOODS_COUNTED, type GoodsLack, type ShelfState } from '#contract/goods-desk.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { GOODS_TEXTS_SQL } from '../../../platform/goods-texts.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen, warehouseSeen } from '../../../platform/narrowing.ts'

export interface GoodsFilter {
  keywords: string
  category: number | null
  manufacturer: number | null
  availability: number | null
  state: ShelfState | null
  lacks: GoodsLack | null
}

export interface GoodsListRow {
  id: number
  code: string
  name: string
  spec: string
  unit: string
  manufacturer: string
  approval_no: string
  image: string | null
  state: ShelfState
  off_shelf_reason: string
  min_number: number
  mid_pack: number
  splittable: boolean
  available: number
  base_price: Fen | null
  version: number
  price_version: number
}

/** Each goods is in one of them; the first that holds. */
export const STATE = sql`
  case when g.stopped_at is not null then 'stopped' when g.law_verdict = 'barred' then 'barred' when g.law_verdict <> 'lawful' then 'waiting'
       when g.on_shelf then 'on' else 'off' end`

const STATES: Readonly<Record<ShelfState, RawBuilder<unknown>>> = {
  on: sql`g.on_shelf`,
  off: sql`not g.on_shelf and g.stopped_at is null and g.law_verdict = 'lawful'`,
  stopped: sql`g.stopped_at is not null`,
  waiting: sql`g.law_verdict <> 'lawful' and g.law_verdict <> 'barred' and g.stopped_at is null`,
  barred: sql`g.law_verdict <> 'lawful' and g.law_verdict = 'barred' and g.stopped_at is null`,
}

const LACKS: Readonly<Record<GoodsLack, RawBuilder<unknown>>> = {
  price: sql`g.base_price is null`,
  stock: sql`not exists (select from goods_stock s where s.goods_id = g.id and s.available > 0)`,
  picture: sql`not exists (select from goods_image i where i.goods_id = g.id)`,
  category: sql`not exists (select from goods_category gc where gc.goods_id = g.id)`,
}

/**
 * Latin signs alone are a code, a number, a bar code or letters of the name, each looked up in its own index; everything else is a part of
 * a name or of its maker's, or a number with its 国药准字.
 */
function wordsHold(keywords: string): RawBuilder<unknown> {
  const begins = (text: string) => `${plainLike(text)}%`
  const upper = keywords.toUpperCase()
  if (!/^[\w.-]+$/.test(keywords)) {
    const like = `%${plainLike(keywords)}%`
    return sql`(g.name like ${like} or g.trade_name like ${like} or g.approval_no like ${begins(keywords)}
                or g.manufacturer_id in (select id from manufacturer where name like ${like}))`
  }
  return sql`g.id in (select id from goods where upper(code) like ${begins(upper)}
                      union all select id from goods where approval_no like ${begins(upper)} and approval_no <> ''
                      union all select id from goods where approval_no like ${begins(`国药准字${upper}`)} and approval_no <> ''
                      union all select id from goods where barcode = ${keywords} and barcode <> ''
                      union all select id from goods where mnemonic like ${begins(upper)} and mnemonic <> ''
                      union all select goods_id from goods_letters where initials like ${`%${plainLike(keywords.toLowerCase())}%`})`
}

function whereOf({ keywords, category, manufacturer, availability, state, lacks }: GoodsFilter): RawBuilder<unknown> {
  const conditions = [
    ...(keywords === '' ? [] : [wordsHold(keywords)]),
    ...(category === null
      ? []
      : [
          sql`g.id in (select gc.goods_id from goods_category gc where gc.category_id in (
                with recursive below as (select ${category}::bigint as id union all select c.id from below join category c on c.parent_id = below.id)
                select id from below))`,
        ]),
    ...(manufacturer === null ? [] : [sql`g.manufacturer_id = ${manufacturer}`]),
    ...(availability === null ? [] : [sql`g.availability_id = ${availability}`]),
    ...(state === null ? [] : [STATES[state]]),
    ...(lacks === null ? [] : [LACKS[lacks]]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The newest first; figures of a row only for the rows of the page. */
export async function goodsPage(
  connection: Connection,
  filter: GoodsFilter,
  offset: number,
  limit: number,
): Promise<{ rows: GoodsListRow[]; total: number; isCapped: boolean }> {
  const where = whereOf(filter)
  const { rows } = await sql<GoodsListRow>`
    select g.id, g.code, g.name, g.spec, g.unit, coalesce(m.name, '') as manufacturer, g.approval_no, g.min_number, g.mid_pack, g.splittable,
           ${STATE} as state, case when g.on_shelf then '' else g.off_shelf_reason end as off_shelf_reason, g.base_price, g.version,
           g.price_version,
           (select i.url from goods_image i where i.goods_id = g.id order by i.sort, i.id limit 1) as image,
           (select coalesce(sum(s.available), 0)::integer from goods_stock s where s.goods_id = g.id) as available
      from (select g.id from goods g where ${where} order by g.id desc offset ${offset} limit ${limit}) p
      join goods g on g.id = p.id left join manufacturer m on m.id = g.manufacturer_id
     order by g.id desc`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from goods g where ${where} limit ${GOODS_COUNTED + 1}) found`.execute(connection)
  const total = counted[0]?.total ?? 0
  return { rows, total: Math.min(total, GOODS_COUNTED), isCapped: total > GOODS_COUNTED }
}

/** What is kept of a goods that a file may say. */
export interface GoodsFactsRow {
  id: number
  code: string
  name: string
  generic_name: string
  trade_name: string
  spec: string
  unit: string
  manufacturer: string
  dosage_form: string
  approval_no: string
  barcode: string
  category_said: string
  drug_class: string
  mid_pack: number
  case_pack: number
  splittable: boolean
  mnemonic: string
  special_mark: string
  storage: string
  cold_chain_said: boolean | null
  state: ShelfState
  texts: GoodsTexts
}

/** By their numbers, the newest first, from one page to the next however many there are. */
export async function goodsFactsBefore(
  connection: Connection,
  filter: GoodsFilter,
  before: number | null,
  limit: number,
): Promise<GoodsFactsRow[]> {
  const place = before === null ? sql`` : sql`and g.id < ${before}`
  const { rows } = await sql<GoodsFactsRow>`
    select g.id, g.code, g.name, g.generic_name, g.trade_name, g.spec, g.unit, coalesce(m.name, '') as manufacturer, g.dosage_form,
           g.approval_no, g.barcode, g.category_said, g.drug_class, g.mid_pack, g.case_pack, g.splittable, g.mnemonic, g.special_mark,
           g.storage, g.cold_chain_said, ${STATE} as state, ${sql.raw(GOODS_TEXTS_SQL)} as texts
      from goods g left join manufacturer m on m.id = g.manufacturer_id
     where ${whereOf(filter)} ${place} order by g.id desc limit ${limit}`.execute(connection)
  return rows
}

export interface StockRow {
  batch_id: number
  warehouse: string
  batch_no: string
  expiry_date: string
  available: number
  reserved: number
  is_locked: boolean
}

const BATCHES_SHOWN = 100

export async function stockOf(connection: Connection, goodsId: number): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select b.id as batch_id, w.name as warehouse, b.batch_no, b.expiry_date::text as expiry_date, b.available, b.reserved,
           b.locked_at is not null as is_locked
      from stock_batch b join warehouse w on w.id = b.warehouse_id
     where b.goods_id = ${goodsId} and (b.available > 0 or b.reserved > 0) and ${warehouseSeen('b.warehouse_id')}
     order by b.expiry_date, b.id limit ${BATCHES_SHOWN}`.execute(connection)
  return rows
}

export async function figuresOf(connection: Connection, goodsId: number): Promise<{ available: number; papers: number }> {
  const { rows } = await sql<{ available: number; papers: number }>`
    select (select coalesce(sum(available), 0)::integer from goods_stock where goods_id = ${goodsId}) as available,
           (select count(*)::integer from trade_paper where goods_id = ${goodsId} and state = 'in_force') as papers`.execute(connection)
  return rows[0] ?? { available: 0, papers: 0 }
}

/** Names from the top down to a category, of several. */
export async function categoryPaths(connection: Connection, ids: readonly number[]): Promise<{ id: number; path: string }[]> {
  const { rows } = await sql<{ id: number; path: string }>`
    with recursive way as (
      select c.id as of, c.name as path, c.parent_id from category c where c.id = any(${ids}::bigint[])
      union all
      select way.of, c.name || '/' || way.path, c.parent_id from way join category c on c.id = way.parent_id)
    select of as id, path from way where parent_id is null order by of`.execute(connection)
  return rows
}

export interface EventRow {
  id: number
  at: Date
  actor: string
  action: string
  reason: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What was done to a goods, the latest first; without what it costs for those who may not see that. What two people decide about a goods are its prices. A price of a company's own is seen by whoever sees the company. */
export async function eventsOf(
  connection: Connection,
  goodsId: number,
  { before, limit, prices, cost }: { before: number | null; limit: number; prices: boolean; cost: boolean },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select l.id, l.at, l.actor, l.action, l.reason, l.before, l.after from audit_log l
     where l.subject = ${`goods:${goodsId}`} and (${before}::bigint is null or l.id < ${before})
       and (${prices} or l.action <> 'price.change') and (${cost} or l.action <> 'price.cost')
       and (${prices && cost} or l.action not like 'approval.%')
       and not exists (select from jsonb_object_keys(case when l.action = 'price.change' then l.after else '{}' end) as k(name)
                        where k.name like 'company.%' and not ${companySeen('substr(k.name, 9)::bigint')})
       and not exists (select from approval_request q
                        where l.action like 'approval.%' and q.id = (l.after ->> 'approval')::bigint and not ${companySeen('q.company_id')})
     order by l.id desc limit ${limit}`.execute(connection)
  return rows
}

const CHOICES_MAX = 200

export async function choicesOf(connection: Connection) {
  const usual = async (column: 'dosage_form' | 'unit') => {
    const of = sql.ref(column)
    const { rows } = await sql<{ value: string }>`
      select ${of} as value from goods where ${of} <> '' group by 1 order by count(*) desc, 1 limit ${CHOICES_MAX}`.execute(connection)
    return rows.map((row) => row.value)
  }
  const forms = await usual('dosage_form')
  const units = await usual('unit')
  const { rows: availabilities } = await sql<{ id: number; name: string; controlled: boolean }>`
    select id, name, controlled from availability order by name, id limit ${CHOICES_MAX}`.execute(connection)
  return { forms, units, availabilities }
}

export async function goodsIds(connection: Connection, filter: GoodsFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select g.id from goods g where ${whereOf(filter)} order by g.id desc limit ${limit}`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

export interface ManyRow {
  id: number
  code: string
  name: string
  state: ShelfState
  minNumber: number
  purchaseLimit: number | null
  isSelected: boolean
  categories: string[]
}
/** What a deed on many goods changes, as it stands. */
export async function manyGoods(connection: Connection, ids: readonly number[]): Promise<ManyRow[]> {
  const { rows } = await sql<ManyRow>`
    select g.id, g.code, concat_ws(' ', g.name, g.spec) as name, ${STATE} as state, g.min_number as "minNumber",
           g.purchase_limit as "purchaseLimit", g.is_selected as "isSelected",
           array(select c.name from goods_category gc join category c on c.id = gc.category_id where gc.goods_id = g.id
                  order by gc.category_id) as categories
      from goods g where g.id = any(${[...ids]}::bigint[])`.execute(connection)
  return rows
}
