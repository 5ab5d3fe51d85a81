import { ofGoodsTexts } from '#contract/constants.ts'
import { shelfReason } from '#domain/law/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { auditJudged, type KeptEvidence, writeJudged } from '../law/public.ts'
import type { BarredGoods } from './goods-law.ts'
import type { GoodsRecord } from './goods-rows.ts'
import { saysState } from './goods-state.ts'
import { againstBefore, changesOf, figuresBefore, keyAndFigures, type Landed, raw } from './store.ts'

/** What it is, who may buy it, how it travels and what it costs: on record when an import changes them. */
const GOODS_FIGURES = [
  ...['name', 'approval_no', 'scope_code', 'drug_class', 'storage', 'cold_chain'],
  ...['base_price', 'retail_price', 'on_shelf'],
]

/** Fields that the file itself says; the rest is read out of name, class and approval number and follows only when those change. */
const SAID = {
  generic: 'generic_name',
  trade: 'trade_name',
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
  ...ofGoodsTexts((field) => field),
} as const
/** The stop list's finding, which is anew for every row. */
const JUDGED = ['law_verdict', 'law_class', 'law_reason', 'law_rule', 'law_version', 'special_substances', 'is_ephedrine', 'cold_chain']

/** Of those that land only the doubtful stay off. */
const SHELF_REASON = `'${shelfReason({ verdict: 'doubtful', barredClass: null })}'`

/**
 * On the shelf is what the file puts there (where it says nothing: what was there, or would have been but for the stop
 * list) and the stop list lets there.
 */
function shelfUpdates(fields: ReadonlySet<string>): [column: string, value: string][] {
  const says = saysState(fields) || fields.has('price')
  const wish = says ? '(excluded.on_shelf or excluded.law_held)' : '(goods.on_shelf or goods.law_held)'
  const ownReason = says ? 'excluded.off_shelf_reason' : 'goods.off_shelf_reason'
  return [
    ['on_shelf', `(${wish} and excluded.law_verdict = 'lawful')`],
    ['law_held', `(${wish} and excluded.law_verdict <> 'lawful')`],
    ['off_shelf_reason', `case when not ${wish} then ${ownReason} when excluded.law_verdict = 'lawful' then '' else ${SHELF_REASON} end`],
  ]
}

/** An article is known by its name and its number; under the same ones, what was read out of them stays. */
const IS_ANOTHER = '(goods.name, goods.approval_no) is distinct from (excluded.name, excluded.approval_no)'

/**
 * What is read out of name, number and class follows them. Rx or OTC is what the file says where it has the column (goods change from one to
 * the other under the same number), as far as it is a medicine for the shop too.
 */
function readOut(fields: ReadonlySet<string>): [column: string, value: string][] {
  const follow = (when: string) => (column: string) => `case when ${when} then excluded.${column} else goods.${column} end`
  const isPlacedAnew = fields.has('category') ? `(${IS_ANOTHER} or goods.category_said <> excluded.category_said)` : IS_ANOTHER
  const drugClass = fields.has('drugClass')
    ? `(${isPlacedAnew} or goods.kind = excluded.kind)`
    : `(${IS_ANOTHER} or ${isPlacedAnew} and goods.kind <> excluded.kind)`
  const own = (['generic', 'trade'] as const).filter((field) => !fields.has(field)).map((field) => SAID[field])
  const placed = ['scope_code', 'kind']
  return [
    ...own.map((column): [string, string] => [column, follow(IS_ANOTHER)(column)]),
    ...placed.map((column): [string, string] => [column, follow(isPlacedAnew)(column)]),
    ['drug_class', follow(drugClass)('drug_class')],
  ]
}

/** As the row has it (r). */
const row = (column: string) => `r.${column}`
/** An empty cell says nothing of goods that the shop knows (k); the stop list's evidence is filled up before it is judged. */
const said = (column: string) => `coalesce(nullif(r.${column}, ''), k.${column}, '')`
/** Where the file says nothing of it, the same article stays in its class. */
const DRUG_CLASS = `case when r.drug_class_said = '' and (k.name, k.approval_no, k.kind) = (r.name, r.approval_no, r.kind)
                         then k.drug_class else r.drug_class end`
const saidOrNull = (column: string) => `coalesce(r.${column}, k.${column})`

/** What of a row is no column of goods: it becomes categories, the manufacturer's id, the class, a word of why it is off the shelf. */
type Beside = 'line' | 'stopped' | 'top' | 'category' | 'manufacturer' | 'drug_class_said' | 'shelf_reason'

/** Columns of goods that a row brings, each with its type and what lands in it; TypeScript asks for each field of a record. */
const LANDED: Readonly<Record<Exclude<keyof GoodsRecord, Beside>, readonly [type: string, value: (column: string) => string]>> = {
  code: ['text', row],
  name: ['text', row],
  generic_name: ['text', row],
  trade_name: ['text', row],
  spec: ['text', row],
  unit: ['text', row],
  mid_pack: ['int', () => 'coalesce(r.mid_pack, k.mid_pack, 1)'],
  case_pack: ['int', () => 'coalesce(r.case_pack, k.case_pack, r.mid_pack, 1)'],
  splittable: ['boolean', () => 'coalesce(r.splittable, k.splittable, true)'],
  dosage_form: ['text', row],
  approval_no: ['text', row],
  barcode: ['text', said],
  drug_class: ['text', () => DRUG_CLASS],
  storage: ['text', row],
  scope_code: ['text', row],
  kind: ['text', row],
  base_price: ['bigint', row],
  retail_price: ['bigint', saidOrNull],
  on_shelf: ['boolean', row],
  off_shelf_reason: ['text', row],
  mnemonic: ['text', said],
  special_mark: ['text', row],
  category_said: ['text', row],
  cold_chain_said: ['boolean', row],
  law_held: ['boolean', row],
  law_verdict: ['text', row],
  law_class: ['text', row],
  law_reason: ['text', row],
  law_rule: ['text', row],
  law_version: ['text', row],
  special_substances: ['text[]', row],
  is_ephedrine: ['boolean', row],
  cold_chain: ['boolean', row],
  ...ofGoodsTexts(() => ['text', said] as const),
}
const COLUMNS = Object.entries(LANDED)
const TYPES = COLUMNS.map(([column, [type]]) => `${column} ${type}`)
const VALUES = COLUMNS.map(([column, [, value]]) => value(column))

function goodsUpdates(fields: ReadonlySet<string>): string {
  const own = Object.entries(SAID)
    .filter(([field]) => fields.has(field))
    .map(([, column]) => column)
  const columns = ['name', ...own, ...JUDGED, ...(fields.has('manufacturer') ? ['manufacturer_id'] : [])]
  const updates = [
    ...columns.map((column): [string, string] => [column, `excluded.${column}`]),
    ...readOut(fields),
    ...shelfUpdates(fields),
  ]
  const isDifferent = `(${updates.map(([column]) => `goods.${column}`).join(', ')}) is distinct from (${updates.map(([, value]) => value).join(', ')})`
  const sets = [...updates.map(([column, value]) => `${column} = ${value}`), 'updated_at = now()']
  return `do update set ${sets.join(', ')} where ${isDifferent}`
}

export async function landGoods(connection: Connection, records: readonly GoodsRecord[], fields: ReadonlySet<string>): Promise<Landed> {
  const rows = JSON.stringify(records)
  await ensureManufacturers(
    connection,
    records.map((record) => record.manufacturer),
  )
  const known = await figuresBefore(
    connection,
    { table: 'goods', key: 'goods.code', columns: GOODS_FIGURES, where: 'goods.code = any($1::text[])' },
    [records.map((record) => record.code)],
  )
  const { rows: landed } = await raw<{ id: number; code: string; key: string; figures: object | null }>(
    connection,
    `insert into goods (manufacturer_id, ${COLUMNS.map(([column]) => column).join(', ')})
     select m.id, ${VALUES.join(', ')}
       from json_to_recordset($1) as r (manufacturer text, drug_class_said text, ${TYPES.join(', ')})
       left join manufacturer m on m.name = r.manufacturer
       left join goods k on k.code = r.code
     on conflict (code) ${goodsUpdates(fields)}
     returning goods.id, goods.code, ${keyAndFigures('goods', 'goods.code', GOODS_FIGURES, '$2::text[]')}`,
    [rows, [...known.keys()]],
  )
  const touched = againstBefore(landed, known)
  await landCategories(connection, records, touched)
  const inserted = touched.filter((row) => row.inserted).length
  const changes = changesOf('goods', touched, 'import.goods')
  const codes = new Set(touched.map((row) => row.code))
  const lines = records.flatMap(({ code, line }) => (codes.has(code) ? [line] : []))
  return { inserted, changed: touched.length - inserted, unchanged: records.length - touched.length, changes, lines }
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
}

async function ensureManufacturers(connection: Connection, names: readonly string[]): Promise<void> {
  await raw(
    connection,
    `insert into manufacturer (name) select name from unnest($1::text[]) as t (name)
      where name <> '' and not exists (select 1 from manufacturer m where m.name = t.name) on conflict do nothing`,
    [[...new Set(names)]],
  )
}
