import { CompiledQuery } from 'kysely'
import { shelfReason } from '#domain/law/standing.ts'
import type { Connection } from '../../platform/database.ts'
import { auditJudged, type KeptEvidence, noteGoodsChanged, writeJudged } from '../law/public.ts'
import { refreshGoodsStock } from '../stock/public.ts'
import type { BarredGoods } from './goods-law.ts'
import type { GoodsRecord } from './goods-rows.ts'
import type { StockRecord } from './stock-rows.ts'

export async function raw<Row>(connection: Connection, text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
  return connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
}

/** A figure that people answer for: what it was and what the file made of it. */
export interface Change {
  action: string
  subject: string
  before: object
  after: object
}

export interface Landed {
  inserted: number
  changed: number
  unchanged: number
  /** For the audit log. */
  changes?: readonly Change[]
}

const GOODS_FIGURES = ['base_price', 'retail_price', 'on_shelf']

/** Columns before and after for a returning clause; null where none of these figures changed, or the row is new. */
export function beforeAndAfter(columns: readonly string[]): string {
  const of = (side: string) => `jsonb_build_object(${columns.map((column) => `'${column}', ${side}.${column}`).join(', ')})`
  const list = (side: string) => columns.map((column) => `${side}.${column}`).join(', ')
  const moved = `old.id is not null and (${list('old')}) is distinct from (${list('new')})`
  return `case when ${moved} then ${of('old')} end as before, case when ${moved} then ${of('new')} end as after`
}

export const changesOf = (
  kind: string,
  rows: readonly { id: number; before: object | null; after: object | null }[],
  action = `import.${kind}`,
): Change[] => rows.flatMap(({ id, before, after }) => (before && after ? [{ action, subject: `${kind}:${id}`, before, after }] : []))

/** What a batch brought, and the figures that it changed, in one statement. */
export async function writeImportAudit(
  connection: Connection,
  by: string,
  entries: readonly (Omit<Change, 'before'> & { before: object | null })[],
  now: Date,
) {
  await raw(
    connection,
    `insert into audit_log (at, actor, action, subject, before, after)
     select $2, $3, action, subject, before, after
       from jsonb_to_recordset($1) as r (action text, subject text, before jsonb, after jsonb)`,
    [JSON.stringify(entries), now, by],
  )
}

/** Which keys of a batch were not seen before in this run; kept in the session's temporary table, so memory stays flat. */
export async function prepareSeen(connection: Connection): Promise<void> {
  await raw(connection, 'create temp table if not exists import_seen (key text primary key, line integer not null)')
  await raw(connection, 'truncate import_seen')
}

export async function unseen(connection: Connection, rows: readonly { key: string; line: number }[]): Promise<Set<number>> {
  const { rows: fresh } = await raw<{ line: number }>(
    connection,
    `insert into import_seen (key, line)
           select distinct on (key) key, line from unnest($1::text[], $2::int[]) as t (key, line) order by key, line
           on conflict do nothing returning line`,
    [rows.map((row) => row.key), rows.map((row) => row.line)],
  )
  return new Set(fresh.map((row) => row.line))
}

/** Fields that the file itself says; the rest is read out of name, class and approval number and follows only when those change. */
const SAID = {
  generic: 'generic_name',
  trade: 'trade_name',
  holder: 'holder',
  origin: 'origin',
  spec: 'spec',
  unit: 'unit',
  form: 'dosage_form',
  approval: 'approval_no',
  barcode: 'barcode',
  price: 'base_price',
  retail: 'retail_price',
  midPack: 'mid_pack',
  casePack: 'case_pack',
  splittable: 'splittable',
  mnemonic: 'mnemonic',
  storage: 'storage',
  mark: 'special_mark',
  category: 'category_said',
  coldChain: 'cold_chain_said',
} as const
const READ_OUT = ['generic_name', 'trade_name', 'scope_code', 'kind', 'drug_class']
/** The stop list's finding, which is anew for every row. */
const JUDGED = ['law_verdict', 'law_class', 'law_reason', 'law_rule', 'law_version', 'special_substances', 'is_ephedrine', 'cold_chain']

/** Of those that land only the doubtful stay off. */
const SHELF_REASON = `'${shelfReason({ verdict: 'doubtful', barredClass: null })}'`

/**
 * On the shelf is what the file puts there (where it says nothing: what was there, or would have been but for the stop
 * list) and the stop list lets there.
 */
function shelfUpdates(fields: ReadonlySet<string>): [column: string, value: string][] {
  const says = fields.has('status') || fields.has('price')
  const wish = says ? '(excluded.on_shelf or excluded.law_held)' : '(goods.on_shelf or goods.law_held)'
  const ownReason = says ? 'excluded.off_shelf_reason' : 'goods.off_shelf_reason'
  return [
    ['on_shelf', `(${wish} and excluded.law_verdict = 'lawful')`],
    ['law_held', `(${wish} and excluded.law_verdict <> 'lawful')`],
    ['off_shelf_reason', `case when not ${wish} then ${ownReason} when excluded.law_verdict = 'lawful' then '' else ${SHELF_REASON} end`],
  ]
}

function goodsUpdates(fields: ReadonlySet<string>): string {
  const said = Object.entries(SAID)
    .filter(([field]) => fields.has(field))
    .map(([, column]) => column)
  const columns = ['name', ...said, ...JUDGED, ...(fields.has('manufacturer') ? ['manufacturer_id'] : [])]
  const updates = [...columns.map((column): [string, string] => [column, `excluded.${column}`]), ...shelfUpdates(fields)]
  const follows = READ_OUT.filter((column) => !columns.includes(column))
  const isDifferent = `(${updates.map(([column]) => `goods.${column}`).join(', ')}) is distinct from (${updates.map(([, value]) => value).join(', ')})`
  const sets = [
    ...updates.map(([column, value]) => `${column} = ${value}`),
    ...follows.map(
      (column) =>
        `${column} = case when (goods.name, goods.approval_no) is distinct from (excluded.name, excluded.approval_no) then excluded.${column} else goods.${column} end`,
    ),
    'updated_at = now()',
  ]
  return `do update set ${sets.join(', ')} where ${isDifferent}`
}

export async function landGoods(connection: Connection, records: readonly GoodsRecord[], fields: ReadonlySet<string>): Promise<Landed> {
  const rows = JSON.stringify(records)
  await ensureManufacturers(
    connection,
    records.map((record) => record.manufacturer),
  )
  const { rows: touched } = await raw<{ id: number; code: string; inserted: boolean; before: object | null; after: object | null }>(
    connection,
    `insert into goods (code, name, generic_name, trade_name, manufacturer_id, holder, origin, spec, unit, mid_pack, case_pack, splittable,
                        dosage_form, approval_no, barcode, drug_class, storage, scope_code, kind, base_price, retail_price,
                        on_shelf, off_shelf_reason, mnemonic, special_mark, category_said, cold_chain_said, law_held, ${JUDGED.join(', ')})
     select r.code, r.name, r.generic_name, r.trade_name, m.id, r.holder, r.origin, r.spec, r.unit, r.mid_pack, r.case_pack, r.splittable,
            r.dosage_form, r.approval_no, r.barcode, r.drug_class, r.storage, r.scope_code, r.kind, r.base_price, r.retail_price,
            r.on_shelf, r.off_shelf_reason, r.mnemonic, r.special_mark, r.category_said, r.cold_chain_said, r.law_held,
            ${JUDGED.map((column) => `r.${column}`).join(', ')}
       from jsonb_to_recordset($1) as r (code text, name text, generic_name text, trade_name text, manufacturer text, holder text, origin text,
            spec text, unit text, mid_pack int, case_pack int, splittable boolean, dosage_form text, approval_no text, barcode text,
            drug_class text, storage text, scope_code text, kind text, base_price bigint, retail_price bigint,
            on_shelf boolean, off_shelf_reason text, mnemonic text, special_mark text, category_said text, cold_chain_said boolean,
            law_held boolean, law_verdict text, law_class text, law_reason text, law_rule text, law_version text, special_substances text[],
            is_ephedrine boolean, cold_chain boolean)
       left join manufacturer m on m.name = r.manufacturer
     on conflict (code) ${goodsUpdates(fields)}
     returning goods.id, goods.code, (goods.xmax = 0) as inserted, ${beforeAndAfter(GOODS_FIGURES)}`,
    [rows],
  )
  await landCategories(connection, records, touched)
  await noteGoodsChanged(
    connection,
    touched.map((row) => row.id),
  )
  const inserted = touched.filter((row) => row.inserted).length
  const changes = changesOf('goods', touched)
  return { inserted, changed: touched.length - inserted, unchanged: records.length - touched.length, changes }
}

/** Goods that came in or changed hang below their class; a class that the menu lacks is made under its top. */
async function landCategories(
  connection: Connection,
  records: readonly GoodsRecord[],
  touched: readonly { id: number; code: string }[],
): Promise<void> {
  if (touched.length === 0) return
  const recordOf = new Map(records.map((record) => [record.code, record]))
  const placeOf = (code: string) => `${recordOf.get(code)?.top ?? ''}/${recordOf.get(code)?.category ?? ''}`
  const places = await categoryIds(connection, [...new Set(touched.map((row) => placeOf(row.code)))])
  await raw(
    connection,
    `insert into goods_category (goods_id, category_id) select goods_id, category_id from unnest($1::bigint[], $2::bigint[]) as r (goods_id, category_id)
      where not exists (select 1 from goods_category gc where gc.goods_id = r.goods_id) on conflict do nothing`,
    [touched.map((row) => row.id), touched.map((row) => places.get(placeOf(row.code)))],
  )
}

/** '西药/抗感染' → the category's id; '西药/' is the top itself. */
async function categoryIds(connection: Connection, places: readonly string[]): Promise<Map<string, number>> {
  const shape = `(select place, split_part(place, '/', 1) as top, substr(place, strpos(place, '/') + 1) as name from unnest($1::text[]) as u (place)) r`
  const top = `(select id, tree from category where parent_id is null and category.name = r.top order by sort, id limit 1)`
  await raw(
    connection,
    `insert into category (code, tree, name, sort)
     select distinct on (top) 'erp-' || top, case top when '中药饮片' then 'herb' when '医疗器械' then 'device' else 'drug' end, top, 1000
       from ${shape} where not exists ${top} on conflict (code) do nothing`,
    [places],
  )
  await raw(
    connection,
    `insert into category (code, parent_id, tree, name, sort) select 'erp-' || r.place, p.id, p.tree, r.name, 1000 from ${shape} join lateral ${top} p on true
      where r.name <> '' and not exists (select 1 from category c where c.parent_id = p.id and c.name = r.name) on conflict (code) do nothing`,
    [places],
  )
  const { rows } = await raw<{ place: string; id: number }>(
    connection,
    `select r.place, coalesce(c.id, p.id) as id from ${shape} join lateral ${top} p on true
       left join lateral (select id from category where parent_id = p.id and category.name = r.name order by sort, id limit 1) c on true`,
    [places],
  )
  return new Map(rows.map((row) => [row.place, row.id]))
}

/**
 * Goods of the shop that a file shows to be barred or doubtful. What shows it is kept with them, so that the next judging comes to the
 * same; the rest of such a row is left aside.
 */
export async function barGoods(connection: Connection, barred: readonly BarredGoods[], now: Date): Promise<void> {
  const fresh = barred.filter(
    ({ kept, evidence, judged }) =>
      kept.verdict !== judged.law_verdict ||
      kept.version !== judged.law_version ||
      (Object.keys(evidence) as (keyof KeptEvidence)[]).some((key) => kept[key] !== evidence[key]),
  )
  if (fresh.length === 0) return
  await ensureManufacturers(
    connection,
    fresh.map((one) => one.evidence.manufacturer),
  )
  await raw(
    connection,
    `update goods g set name = r.name, generic_name = r.generic_name, trade_name = r.trade_name, spec = r.spec, unit = r.unit,
            dosage_form = r.dosage_form, approval_no = r.approval_no, category_said = r.category, special_mark = r.special_mark,
            storage = r.storage, manufacturer_id = coalesce((select m.id from manufacturer m where m.name = r.manufacturer), g.manufacturer_id)
       from jsonb_to_recordset($1) as r (id bigint, name text, generic_name text, trade_name text, spec text, unit text, dosage_form text,
            approval_no text, category text, special_mark text, storage text, manufacturer text)
      where g.id = r.id`,
    [JSON.stringify(fresh.map(({ kept, evidence }) => ({ id: kept.id, ...evidence })))],
  )
  await writeJudged(
    connection,
    fresh.map(({ kept, judged }) => ({ id: kept.id, ...judged })),
  )
  await auditJudged(
    connection,
    fresh
      .filter(({ kept, judged }) => kept.verdict !== judged.law_verdict)
      .map(({ kept, judged }) => ({
        subject: `goods:${kept.id}`,
        before: { verdict: kept.verdict, on_shelf: kept.onShelf },
        after: {
          verdict: judged.law_verdict,
          on_shelf: false,
          class: judged.law_class,
          reason: judged.law_reason,
          rule: judged.law_rule,
          version: judged.law_version,
        },
      })),
    now,
  )
  await noteGoodsChanged(
    connection,
    fresh.map(({ kept }) => kept.id),
  )
}

async function ensureManufacturers(connection: Connection, names: readonly string[]): Promise<void> {
  await raw(
    connection,
    `insert into manufacturer (name) select name from unnest($1::text[]) as t (name)
      where name <> '' and not exists (select 1 from manufacturer m where m.name = t.name) on conflict do nothing`,
    [[...new Set(names)]],
  )
}

const STOCK_SHAPE = `as r (line int, warehouse_code text, warehouse_name text, code text, batch_no text, production_date date, expiry_date date, on_hand int)`

/** Lines whose goods the shop does not know. */
export async function unknownGoods(connection: Connection, records: readonly StockRecord[]): Promise<Set<number>> {
  const { rows } = await raw<{ line: number }>(
    connection,
    `select r.line from jsonb_to_recordset($1) ${STOCK_SHAPE} where not exists (select 1 from goods g where g.code = r.code)`,
    [JSON.stringify(records)],
  )
  return new Set(rows.map((row) => row.line))
}

/**
 * The file says what lies in the warehouse; what orders hold stays held. Summaries of the goods concerned are locked in the
 * order in which reservations lock them, so that an import and a sale cannot wait for each other in a circle.
 */
export async function landStock(connection: Connection, records: readonly StockRecord[], now: Date): Promise<Landed> {
  const rows = JSON.stringify(records)
  await raw(
    connection,
    `insert into warehouse (code, name) select distinct on (warehouse_code) warehouse_code, warehouse_name from jsonb_to_recordset($1) ${STOCK_SHAPE}
      where not exists (select 1 from warehouse w where w.code = warehouse_code) order by warehouse_code on conflict do nothing`,
    [rows],
  )
  await raw(
    connection,
    `insert into goods_stock (goods_id, warehouse_id) select distinct g.id, w.id from jsonb_to_recordset($1) ${STOCK_SHAPE}
       join goods g on g.code = r.code join warehouse w on w.code = r.warehouse_code order by 1, 2 on conflict do nothing`,
    [rows],
  )
  await raw(
    connection,
    `select 1 from goods_stock s where s.goods_id in (select g.id from jsonb_to_recordset($1) ${STOCK_SHAPE} join goods g on g.code = r.code)
      order by s.goods_id, s.warehouse_id for update`,
    [rows],
  )
  const { rows: touched } = await raw<{
    id: number
    goods_id: number
    warehouse_id: number
    inserted: boolean
    available: number
    reserved: number
  }>(
    connection,
    `insert into stock_batch (warehouse_id, goods_id, batch_no, production_date, expiry_date, available)
     select w.id, g.id, r.batch_no, r.production_date, r.expiry_date, r.on_hand from jsonb_to_recordset($1) ${STOCK_SHAPE}
       join goods g on g.code = r.code join warehouse w on w.code = r.warehouse_code
     on conflict (warehouse_id, goods_id, batch_no) do update
        set production_date = excluded.production_date, expiry_date = excluded.expiry_date,
            available = greatest(0, excluded.available - stock_batch.reserved), updated_at = now()
      where (stock_batch.production_date, stock_batch.expiry_date, stock_batch.available)
            is distinct from (excluded.production_date, excluded.expiry_date, greatest(0, excluded.available - stock_batch.reserved))
     returning id, goods_id, warehouse_id, (xmax = 0) as inserted, available, reserved`,
    [rows],
  )
  const changes = await lockKnownBad(
    connection,
    touched.flatMap(({ id, inserted }) => (inserted ? [id] : [])),
    now,
  )
  if (touched.length > 0) {
    await raw(
      connection,
      `insert into stock_movement (stock_batch_id, kind, available, reserved) select id, 'import', available, reserved
         from unnest($1::bigint[], $2::int[], $3::int[]) as t (id, available, reserved)`,
      [touched.map((row) => row.id), touched.map((row) => row.available), touched.map((row) => row.reserved)],
    )
    const goodsIds = [...new Set(touched.map((row) => row.goods_id))]
    await refreshGoodsStock(connection, goodsIds, now)
    await noteGoodsChanged(connection, goodsIds)
  }
  const inserted = touched.filter((row) => row.inserted).length
  return { inserted, changed: touched.length - inserted, unchanged: records.length - touched.length, changes }
}

/**
 * A batch that quality has locked wherever the shop has it stays locked where it turns up next: a recall does not end at the door of
 * another warehouse.
 */
async function lockKnownBad(connection: Connection, ids: readonly number[], now: Date): Promise<Change[]> {
  if (ids.length === 0) return []
  const { rows } = await raw<{ id: number; by: string; reason: string }>(
    connection,
    `update stock_batch b set locked_at = $2, locked_by = known.locked_by, locked_reason = known.locked_reason
       from (select distinct on (n.id) n.id, k.locked_by, k.locked_reason
               from stock_batch n join stock_batch k on k.goods_id = n.goods_id and k.batch_no = n.batch_no and not k.id = any($1)
              where n.id = any($1) and k.locked_at is not null
                and not exists (select from stock_batch free where free.goods_id = n.goods_id and free.batch_no = n.batch_no
                                   and free.locked_at is null and not free.id = any($1))
              order by n.id, k.locked_at) known
      where b.id = known.id returning b.id, b.locked_by as by, b.locked_reason as reason`,
    [ids, now],
  )
  return rows.map(({ id, by, reason }) => ({
    action: 'import.batch_locked',
    subject: `stock_batch:${id}`,
    before: { locked_reason: null },
    after: { locked_reason: reason, locked_by: by },
  }))
}

/** Business scopes are reference data that goods and companies stand on; the same words in every shop. */
export async function ensureScopes(connection: Connection, scopes: readonly { code: string; name: string }[]): Promise<void> {
  await raw(
    connection,
    'insert into business_scope (code, name, sort) select code, name, sort from unnest($1::text[], $2::text[], $3::int[]) as t (code, name, sort) on conflict do nothing',
    [scopes.map((scope) => scope.code), scopes.map((scope) => scope.name), scopes.map((_, index) => index)],
  )
}
