import type { GoodsTexts } from '#contract/constants.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { GOODS_TEXTS_SQL } from '../../../platform/goods-texts.ts'

interface BatchRow {
  batch_no: string
  production_date: string | null
  expiry_date: string
  warehouse_id: number
  warehouse_name: string
  available: number
}

interface WarehouseStockRow {
  warehouse_id: number
  warehouse_name: string
  available: number
}

interface BoughtRow {
  order_id: number
  no: string
  /** As JSON has it. */
  at: string
  number: number
  unit_price: number
}

export interface DetailRow {
  generic_name: string
  trade_name: string
  texts: GoodsTexts
  barcode: string
  code: string
  storage: string
  cold_chain: boolean
  shelf_life_months: number | null
  insurance_class: string
  manufacturer_id: number | null
  instructions: { title: string; text: string }[]
  images: string[]
  /** The goods' first category and its ancestors, from the root down. */
  category_path: { id: number; name: string }[]
  /** Whether there is anything at all to ask further for: coupons of the centre, bundles with this goods, activities as of this version. */
  has_coupons: boolean
  has_bundles: boolean
  promotion_version: number
  /** That can be sold, as ordinary goods or by a near-expiry offer, in the order in which they go out (FEFO). */
  batches: BatchRow[]
  warehouses: WarehouseStockRow[]
  /** The company's last purchases. */
  bought: BoughtRow[]
}

const DETAIL_SQL = `
select g.generic_name, g.trade_name, ${GOODS_TEXTS_SQL} as texts, g.barcode, g.code, g.storage, g.cold_chain, g.shelf_life_months,
       g.insurance_class, g.manufacturer_id, g.instructions,
       array(select i.url from goods_image i where i.goods_id = g.id order by i.sort, i.id) as images,
       coalesce((
         with recursive path as (
           (select c.id, c.name, c.parent_id, 0 as height from goods_category gc join category c on c.id = gc.category_id
             where gc.goods_id = g.id order by c.tree = 'drug' desc, c.parent_id is null, c.sort, c.id limit 1)
           union all
           select c.id, c.name, c.parent_id, path.height + 1 from path join category c on c.id = path.parent_id where path.height < 10)
         select json_agg(json_build_object('id', id, 'name', name) order by height desc) from path), '[]') as category_path,
       (select pv.version from promotion_version pv where pv.only_row) as promotion_version,
       exists (select from coupon_template t
                where t.is_public and t.take_until > $4 and (t.valid_until is null or t.valid_until > $4)) as has_coupons,
       exists (select from bundle_item bi where bi.goods_id = $1) as has_bundles,
       coalesce((select json_agg(found) from (
         select b.batch_no, b.production_date, b.expiry_date, w.id as warehouse_id, w.name as warehouse_name, b.available
           from stock_batch b join warehouse w on w.id = b.warehouse_id
          where $2::bigint is not null and b.goods_id = $1 and b.available > 0 and b.expiry_date >= $3::date and b.locked_at is null
            and (b.expiry_date >= $3::date + min_remaining_days(g.kind)
                 or exists (select from goods_offer o where o.goods_id = b.goods_id and o.stock_batch_id = b.id and o.kind = 'near_expiry'
                               and o.starts_at <= $4 and $4 < o.ends_at))
          order by b.expiry_date, b.id limit 50) found), '[]') as batches,
       coalesce((select json_agg(found) from (
         select w.id as warehouse_id, w.name as warehouse_name, s.available
           from goods_stock s join warehouse w on w.id = s.warehouse_id
          where $2::bigint is not null and s.goods_id = $1 order by w.sort, w.id) found), '[]') as warehouses,
       coalesce((select json_agg(found) from (
         select l.order_id, o.no, o.created_at as at, l.number, l.unit_price
           from order_line l join orders o on o.id = l.order_id
          where l.company_id = $2 and l.goods_id = $1 and o.status <> 'cancelled' order by l.id desc limit 5) found), '[]') as bought
  from goods g where g.id = $1`

/**
 * A goods as its page needs it beside its figures, in one round trip. companyId: whoever may be shown stock by batch and what he bought;
 * null: nobody, and those lists are empty.
 */
export async function readDetail(
  { pool }: DatabaseHandle,
  { goodsId, companyId, today, now }: { goodsId: number; companyId: number | null; today: string; now: Date },
): Promise<DetailRow | null> {
  const { rows } = await pool.query<DetailRow>({ name: 'goods_detail', text: DETAIL_SQL, values: [goodsId, companyId, today, now] })
  return rows[0] ?? null
}
