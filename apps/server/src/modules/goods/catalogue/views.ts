import { CompiledQuery } from 'kysely'
import { SPECIAL_SUBSTANCES } from '#domain/law/judgement.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'

/**
 * What a page or a cart needs of some goods comes in two reads. The shelf: what is the same for every buyer and seldom
 * changes. The figures: stock and what belongs to one buyer, read afresh for every answer.
 */

interface GoodsRow {
  id: number
  code: string
  name: string
  manufacturer: string | null
  manufacturer_id: number | null
  spec: string
  unit: string
  mid_pack: number
  case_pack: number
  splittable: boolean
  min_number: number
  dosage_form: string
  approval_no: string
  origin: string
  drug_class: string
  kind: string
  scope_code: string
  scope_name: string
  is_selected: boolean
  is_ephedrine: boolean
  special_substances: string[]
  law_verdict: string
  law_version: string | null
  base_price: number | null
  retail_price: number | null
  purchase_limit: number | null
  ladder_type: number
  free_shipping_from: number | null
  on_shelf: boolean
  off_shelf_reason: string
  tags: string[]
  availability: AvailabilityRow | null
}

export interface CatalogueRow extends GoodsRow {
  image: string | null
  ranks: [string, number][]
  ladder: [number, number][]
  offers: OfferRow[]
  /** Its categories and everything above them. */
  categories: number[]
}

/** The terms of an offer; what is taken of it is a figure. */
export interface OfferRow {
  id: number
  kind: 'flash' | 'daily' | 'near_expiry' | 'whole_case' | 'welfare'
  /** Null for welfare, which has a percent instead. */
  price: number | null
  percent: number | null
  starts_at: string | null
  ends_at: string | null
  quota: number | null
  limit_per_buyer: number | null
  flash_session_id: number | null
  full_reduction_ok: boolean
  coupon_ok: boolean
  batch_id: number | null
  batch_no: string | null
  expiry_date: string | null
  warehouse_id: number | null
}

export interface AvailabilityRow {
  controlled: boolean
  entries: { province: string | null; city: string | null; company_type: string | null; company_id: number | null }[] | null
}

/** $1 goods. */
export const SHELF_SQL = `
select g.id, g.code, g.name, m.name as manufacturer, g.manufacturer_id, g.spec, g.unit, g.mid_pack, g.case_pack, g.splittable, g.min_number,
       g.dosage_form, g.approval_no, g.origin, g.drug_class, g.kind, g.scope_code, b.name as scope_name, g.is_selected, g.is_ephedrine,
       g.special_substances, g.law_verdict, g.law_version,
       g.base_price, g.retail_price, g.purchase_limit, g.ladder_type, g.free_shipping_from, g.on_shelf, g.off_shelf_reason, g.tags,
       case when g.availability_id is not null then
         (select json_build_object('controlled', a.controlled, 'entries',
                   (select json_agg(json_build_object('province', e.province, 'city', e.city, 'company_type', e.company_type,
                                                      'company_id', e.company_id))
                      from availability_entry e where e.availability_id = a.id))
            from availability a where a.id = g.availability_id) end as availability
  from goods g
  join business_scope b on b.code = g.scope_code
  left join manufacturer m on m.id = g.manufacturer_id
 where g.id = any($1::bigint[])`

/** What hangs on goods, tagged and in one JSON value like the figures below. */
const PART = { image: 1, rank: 2, ladder: 3, offer: 4, categories: 5 } as const

type PartRow =
  | [tag: typeof PART.image, goodsId: number, url: string]
  | [tag: typeof PART.rank, goodsId: number, rank: [string, number]]
  | [tag: typeof PART.ladder, goodsId: number, step: [number, number]]
  | [tag: typeof PART.offer, goodsId: number, offer: OfferRow]
  | [tag: typeof PART.categories, goodsId: number, ids: number[]]

/**
 * $1 goods, $2 named offers, $3 now. Offers of the last day come along, so that a sale that just ended can still say so;
 * a flash session bounds its offers.
 */
export const SHELF_PARTS_SQL = `
select json_agg(json_build_array(tag, goods_id, part)) as parts from (
(select ${PART.image}, goods_id, to_json(url) from goods_image where goods_id = any($1::bigint[]) order by goods_id, sort, id)
union all
select ${PART.rank}, goods_id, json_build_array(rank, price) from goods_rank_price where goods_id = any($1)
union all
(select ${PART.ladder}, goods_id, json_build_array(number, price) from goods_ladder where goods_id = any($1) order by goods_id, number)
union all
(select ${PART.offer}, o.goods_id, json_build_object(
          'id', o.id, 'kind', o.kind, 'price', o.price, 'percent', o.percent, 'starts_at', nullif(greatest(o.starts_at, fs.starts_at), '-infinity'),
          'ends_at', nullif(least(o.ends_at, fs.ends_at), 'infinity'), 'quota', o.quota, 'limit_per_buyer', o.limit_per_buyer,
          'flash_session_id', o.flash_session_id, 'full_reduction_ok', o.full_reduction_ok, 'coupon_ok', o.coupon_ok,
          'batch_id', sb.id, 'batch_no', sb.batch_no, 'expiry_date', sb.expiry_date, 'warehouse_id', sb.warehouse_id)
   from goods_offer o
   left join stock_batch sb on sb.id = o.stock_batch_id
   left join flash_session fs on fs.id = o.flash_session_id
  where o.goods_id = any($1) and (o.ends_at > $3::timestamptz - interval '1 day' or o.id = any($2::bigint[]))
  order by o.goods_id, o.id)
union all
select ${PART.categories}, up.goods_id, json_agg(up.id order by up.id) from (
  with recursive above as (
    select gc.goods_id, c.id, c.parent_id from goods_category gc join category c on c.id = gc.category_id where gc.goods_id = any($1)
    union
    select above.goods_id, c.id, c.parent_id from above join category c on c.id = above.parent_id)
  select goods_id, id from above) as up
 group by up.goods_id
) as shelf(tag, goods_id, part)`

/**
 * What FIGURES_SQL answers: a tagged list, because one pass over each table is far cheaper than a probe of each per
 * goods; in one JSON value, because one long text is read in a third of the time of seventy rows.
 */
export const FIGURE = {
  stock: 1,
  companyPrice: 2,
  favorite: 3,
  inCart: 4,
  boughtToday: 5,
  taken: 6,
  boughtUnderOffer: 7,
  late: 8,
  promotions: 9,
  special: 10,
  specialLimit: 11,
} as const

/** [tag, goods, offer or version, a, b, first expiry, last expiry] */
export type FigureRow = [tag: number, id: number, a: number | null, b: number | null, first: string | null, last: string | null]

/**
 * $1 company, $2 goods, $3 those of them with a day's limit, $4 their offers, $5 those of them with a limit per buyer,
 * $6 midnight in Beijing, $7 today in Beijing, $8 the snapshot up to which this process has taken changes in, or null,
 * $9 the Beijing midnight that began this month where any of the goods holds a special substance, else null; $10 the
 * substances, which are told by their place in this list from 1.
 */
export const FIGURES_SQL = `
select json_agg(json_build_array(tag, id, a, b, first_expiry, last_expiry)) as figures from (
select 1, gs.goods_id, gs.warehouse_id, gs.available::bigint, gs.first_expiry, gs.last_expiry
  from goods_stock gs where gs.goods_id = any($2::bigint[])
union all
select 2, cp.goods_id, cp.price, null, null, null
  from goods_company_price cp where cp.company_id = $1::bigint and cp.goods_id = any($2)
union all
select 3, f.goods_id, null, null, null, null
  from favorite f where f.company_id = $1 and f.goods_id = any($2)
union all
select 4, cl.goods_id, cl.number, null, null, null
  from cart_line cl where cl.company_id = $1 and cl.goods_id = any($2) and cl.bundle_id is null
union all
select 5, ol.goods_id, sum(ol.number), null, null, null
  from order_line ol join orders o on o.id = ol.order_id
 where ol.company_id = $1 and ol.goods_id = any($3::bigint[]) and o.created_at >= $6::timestamptz and o.status <> 'cancelled'
   and ol.gift_id is null
 group by ol.goods_id
union all
select 6, go.id, go.taken, case when sb.expiry_date >= $7::date and sb.locked_at is null then sb.available else 0 end, null, null
  from goods_offer go left join stock_batch sb on sb.id = go.stock_batch_id where go.id = any($4::bigint[])
union all
select 7, ol.offer_id, sum(ol.number), null, null, null
  from order_line ol join orders o on o.id = ol.order_id
 where ol.company_id = $1 and ol.goods_id = any($2) and ol.offer_id = any($5::bigint[]) and o.status <> 'cancelled'
 group by ol.offer_id
union all
(select 8, 1, null::bigint, null, null, null
   from change late
  where late.transaction_id >= pg_snapshot_xmin($8::pg_snapshot) and not pg_visible_in_snapshot(late.transaction_id, $8::pg_snapshot)
    and (late.topic in ('goods', 'offer') and (late.ids is null or late.ids && $2::bigint[]) or late.topic = 'frame')
  order by late.transaction_id limit 1)
union all
select 9, pv.version, null, null, null, null from promotion_version pv where pv.only_row
union all
select 10, array_position($10::text[], held.substance), sum(ol.number), null, null, null
  from orders o join order_line ol on ol.order_id = o.id join goods g on g.id = ol.goods_id, unnest(g.special_substances) as held(substance)
 where $9::timestamptz is not null and o.company_id = $1 and o.is_ephedrine and o.created_at >= $9 and o.status <> 'cancelled' and ol.gift_id is null
 group by held.substance
union all
select 11, array_position($10, sl.substance), sl.per_order, sl.per_month, null, null
  from company c join special_limit sl on sl.company_type = c.type
 where c.id = $1 and $9::timestamptz is not null
) as figure(tag, id, a, b, first_expiry, last_expiry)`

export interface FigureQuestion {
  companyId: number | null
  goodsIds: readonly number[]
  limitedGoodsIds: readonly number[]
  offerIds: readonly number[]
  limitedOfferIds: readonly number[]
  dayStart: Date
  today: string
  position: string | null
  /** Null: no goods with a special substance is asked about. */
  specialSince: Date | null
}

export type Source = DatabaseHandle | Connection

/** The pool answers named statements (planned once a connection); a transaction reads what its service will change. */
async function rowsOf<Row>(source: Source, name: string, text: string, values: unknown[]): Promise<Row[]> {
  if ('pool' in source) return (await source.pool.query({ name, text, values })).rows as Row[]
  return (await source.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
}

export async function readCatalogue(
  source: Source,
  goodsIds: readonly number[],
  offerIds: readonly number[],
  now: Date,
): Promise<CatalogueRow[]> {
  const goods = () => rowsOf<GoodsRow>(source, 'goods_shelf', SHELF_SQL, [goodsIds])
  const hanging = () => rowsOf<{ parts: PartRow[] | null }>(source, 'goods_shelf_parts', SHELF_PARTS_SQL, [goodsIds, offerIds, now])
  // A transaction's one connection works its statements one after the other.
  const [rows, [answer]] = 'pool' in source ? await Promise.all([goods(), hanging()]) : [await goods(), await hanging()]
  const found = rows.map((row): CatalogueRow => ({ ...row, image: null, ranks: [], ladder: [], offers: [], categories: [] }))
  const byId = new Map(found.map((row) => [row.id, row]))
  for (const [tag, goodsId, part] of answer?.parts ?? []) {
    const row = byId.get(goodsId)
    if (row === undefined) continue
    if (tag === PART.image) row.image ??= part
    else if (tag === PART.rank) row.ranks.push(part)
    else if (tag === PART.ladder) row.ladder.push(part)
    else if (tag === PART.offer) row.offers.push(part)
    else row.categories = part
  }
  return found
}

export async function readFigures(source: Source, question: FigureQuestion): Promise<FigureRow[]> {
  const [row] = await rowsOf<{ figures: FigureRow[] | null }>(source, 'goods_figures', FIGURES_SQL, [
    question.companyId,
    question.goodsIds,
    question.limitedGoodsIds,
    question.offerIds,
    question.limitedOfferIds,
    question.dayStart,
    question.today,
    question.position,
    question.specialSince,
    SPECIAL_SUBSTANCES,
  ])
  return row?.figures ?? []
}

export interface WarehouseRow {
  id: number
  name: string
  province: string
}

/** In the order in which they are preferred. */
export function readWarehouses(source: Source): Promise<WarehouseRow[]> {
  return rowsOf<WarehouseRow>(source, 'warehouses', 'select id, name, province from warehouse order by sort, id', [])
}
