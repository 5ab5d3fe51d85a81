import { CompiledQuery } from 'kysely'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'

/** One row of FACTS_SQL. Money in fen. */
export interface FactsRow {
  ord: number
  id: number
  code: string
  name: string
  manufacturer: string | null
  spec: string
  unit: string
  mid_pack: number
  case_pack: number
  splittable: boolean
  min_number: number
  dosage_form: string
  approval_no: string
  drug_class: string
  kind: string
  scope_code: string
  scope_name: string
  is_selected: boolean
  is_ephedrine: boolean
  base_price: number | null
  retail_price: number | null
  purchase_limit: number | null
  ladder_type: number
  free_shipping_from: number | null
  on_shelf: boolean
  off_shelf_reason: string
  tags: string[]
  image: string | null
  whole_case: boolean
  named_offer: number | null
  warehouse_id: number | null
  warehouse_name: string | null
  available: number | null
  first_expiry: string | null
  last_expiry: string | null
  rank_price: number | null
  company_price: number | null
  ladder: [number, number][] | null
  offers: OfferRow[] | null
  availability: AvailabilityRow | null
  bought_today: number | null
  is_favorite: boolean
  in_cart: number | null
}

export interface OfferRow {
  id: number
  kind: 'flash' | 'daily' | 'near_expiry' | 'whole_case'
  price: number
  starts_at: string | null
  ends_at: string | null
  quota: number | null
  taken: number
  limit_per_buyer: number | null
  bought: number
  flash_session_id: number | null
  full_reduction_ok: boolean
  coupon_ok: boolean
  batch_id: number | null
  batch_no: string | null
  expiry_date: string | null
  warehouse_id: number | null
  warehouse_name: string | null
  available: number | null
}

export interface AvailabilityRow {
  controlled: boolean
  entries: { province: string | null; city: string | null; company_type: string | null; company_id: number | null }[] | null
}

/**
 * What a page or a cart needs of some goods for one buyer, in the order of the keys, in one round trip.
 * $1–$4 the keys (goods, warehouse, offer, whole case), $5 company, $6 its rank, $7 its province, $8 now,
 * $9 midnight in Beijing, $10 today in Beijing.
 * Every part is an index probe a row; the parts that few goods have (limit, offers, availability) cost nothing otherwise.
 */
export const FACTS_SQL = `
select k.ord, g.id, g.code, g.name, m.name as manufacturer, g.spec, g.unit, g.mid_pack, g.case_pack, g.splittable, g.min_number,
       g.dosage_form, g.approval_no, g.drug_class, g.kind, g.scope_code, b.name as scope_name, g.is_selected, g.is_ephedrine,
       g.base_price, g.retail_price, g.purchase_limit, g.ladder_type, g.free_shipping_from, g.on_shelf, g.off_shelf_reason, g.tags,
       (select i.url from goods_image i where i.goods_id = g.id order by i.sort, i.id limit 1) as image,
       k.whole_case, k.offer_id as named_offer,
       coalesce(k.warehouse_id, s.warehouse_id) as warehouse_id,
       coalesce(s.warehouse_name, (select w.name from warehouse w where w.id = k.warehouse_id)) as warehouse_name,
       s.available, s.first_expiry, s.last_expiry,
       (select r.price from goods_rank_price r where r.goods_id = g.id and r.rank = $6) as rank_price,
       (select c.price from goods_company_price c where c.company_id = $5 and c.goods_id = g.id) as company_price,
       (select json_agg(json_build_array(l.number, l.price) order by l.number) from goods_ladder l where l.goods_id = g.id) as ladder,
       (select json_agg(json_build_object(
                 'id', o.id, 'kind', o.kind, 'price', o.price, 'starts_at', nullif(o.starts_at, '-infinity'),
                 'ends_at', nullif(o.ends_at, 'infinity'), 'quota', o.quota, 'taken', o.taken,
                 'limit_per_buyer', o.limit_per_buyer,
                 'bought', case when o.limit_per_buyer is null then 0 else
                   (select coalesce(sum(ol.number), 0) from order_line ol join orders od on od.id = ol.order_id
                     where ol.company_id = $5 and ol.goods_id = g.id and ol.offer_id = o.id and od.status <> 'cancelled') end,
                 'flash_session_id', o.flash_session_id, 'full_reduction_ok', o.full_reduction_ok, 'coupon_ok', o.coupon_ok,
                 'batch_id', sb.id, 'batch_no', sb.batch_no, 'expiry_date', sb.expiry_date, 'warehouse_id', sb.warehouse_id,
                 'warehouse_name', (select w.name from warehouse w where w.id = sb.warehouse_id),
                 'available', case when sb.expiry_date >= $10 then sb.available else 0 end) order by o.id)
          from goods_offer o left join stock_batch sb on sb.id = o.stock_batch_id
         where o.goods_id = g.id and (o.id = k.offer_id or (o.starts_at <= $8 and $8 < o.ends_at))) as offers,
       case when g.availability_id is not null then
         (select json_build_object('controlled', a.controlled, 'entries',
                   (select json_agg(json_build_object('province', e.province, 'city', e.city, 'company_type', e.company_type,
                                                      'company_id', e.company_id))
                      from availability_entry e where e.availability_id = a.id))
            from availability a where a.id = g.availability_id) end as availability,
       case when g.purchase_limit is not null then
         (select sum(ol.number) from order_line ol join orders od on od.id = ol.order_id
           where ol.company_id = $5 and ol.goods_id = g.id and od.status <> 'cancelled' and od.created_at >= $9) end as bought_today,
       exists (select from favorite f where f.company_id = $5 and f.goods_id = g.id) as is_favorite,
       (select sum(cl.number) from cart_line cl where cl.company_id = $5 and cl.goods_id = g.id) as in_cart
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[])
       with ordinality as k(goods_id, warehouse_id, offer_id, whole_case, ord)
  join goods g on g.id = k.goods_id
  join business_scope b on b.code = g.scope_code
  left join manufacturer m on m.id = g.manufacturer_id
  left join lateral (
    select w.id as warehouse_id, w.name as warehouse_name, gs.available, gs.first_expiry, gs.last_expiry
      from goods_stock gs join warehouse w on w.id = gs.warehouse_id
     where gs.goods_id = g.id and (k.warehouse_id is null or gs.warehouse_id = k.warehouse_id)
     order by (gs.available > 0 and w.province = $7) desc, (gs.available > 0) desc, w.sort, w.id
     limit 1) s on true`

export interface FactsParameters {
  goodsIds: readonly number[]
  warehouseIds: readonly (number | null)[]
  offerIds: readonly (number | null)[]
  wholeCase: readonly boolean[]
  companyId: number | null
  rank: string
  province: string
  now: Date
  dayStart: Date
  today: string
}

/** Takes the pool (named, so planned once a connection) or the transaction in which a service reads what it will change. */
export async function readFacts(source: DatabaseHandle | Connection, parameters: FactsParameters): Promise<FactsRow[]> {
  const { goodsIds, warehouseIds, offerIds, wholeCase, companyId, rank, province, now, dayStart, today } = parameters
  const values = [goodsIds, warehouseIds, offerIds, wholeCase, companyId, rank, province, now, dayStart, today]
  if ('pool' in source) return (await source.pool.query<FactsRow>({ name: 'goods_facts', text: FACTS_SQL, values })).rows
  return (await source.executeQuery(CompiledQuery.raw(FACTS_SQL, values))).rows as FactsRow[]
}
