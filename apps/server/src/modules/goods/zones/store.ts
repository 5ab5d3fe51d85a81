import type { ZoneCode } from '#contract/zones.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

/** The sets of goods behind the zones. They are the same for everybody; who may see which goods is the search index's matter. */

export type StandingZone = Extract<ZoneCode, 'selected' | 'herb' | 'device' | 'controlled'>
export type OfferZone = Extract<ZoneCode, 'welfare' | 'whole_case'>

/** 中药 and 器械 are kinds of goods, as the scopes of promotions have it: a coupon of a zone holds for all that the zone lists. */
const STANDING: Readonly<Record<StandingZone, string>> = {
  selected: 'select id from goods where is_selected',
  herb: `select id from goods where kind = 'herb'`,
  device: `select id from goods where kind = 'device'`,
  controlled: 'select g.id from availability a join goods g on g.availability_id = a.id where a.controlled',
}

/** In one array: one long text is read in a third of the time of its rows. */
export async function readStanding({ pool }: DatabaseHandle, zone: StandingZone): Promise<number[]> {
  const { rows } = await pool.query<{ ids: number[] }>({
    name: `zone_${zone}`,
    text: `select coalesce(array_agg(id), '{}') as ids from (${STANDING[zone]}) as zone`,
  })
  return rows[0]?.ids ?? []
}

export interface Period {
  starts_at: Date
  ends_at: Date
}
export interface OfferedGoods extends Period {
  goods_id: number
}

/** An offer is open from the one to the other; never and for ever as dates that a clock can reach. */
const PERIOD = `greatest(o.starts_at, '1970-01-01') as starts_at, least(o.ends_at, '9999-01-01') as ends_at`

/** Offers that are not over, the coming ones too, so that one that begins is there when it does. */
const ALIVE = `o.ends_at > $1 and (o.quota is null or o.taken < o.quota)`

export async function readOffered({ pool }: DatabaseHandle, zone: OfferZone, now: Date): Promise<OfferedGoods[]> {
  const { rows } = await pool.query<OfferedGoods>({
    name: 'zone_offers',
    text: `select o.goods_id, ${PERIOD} from goods_offer o where o.kind = $2 and ${ALIVE} order by o.id`,
    values: [now, zone],
  })
  return rows
}

/** A near-expiry batch at its own price, with what its goods is told apart by. */
export interface NearBatch extends Period {
  offer_id: number
  goods_id: number
  price: number
  expiry_date: string
  warehouse_id: number
  warehouse: string
  manufacturer_id: number | null
  manufacturer: string | null
  form: string
  spec: string
  tags: string[]
  sales_30d: number
  categories: number[]
  available: number
  mid_pack: number
  splittable: boolean
  min_number: number
  case_pack: number
}

/** Batches that can still be had: not sold out, not past their last day. */
export async function readNearBatches({ pool }: DatabaseHandle, today: string, now: Date): Promise<NearBatch[]> {
  const { rows } = await pool.query<NearBatch>({
    name: 'zone_near_expiry',
    text: `select o.id as offer_id, o.goods_id, o.price, ${PERIOD}, b.expiry_date, b.warehouse_id, w.name as warehouse,
                  g.manufacturer_id, m.name as manufacturer, g.dosage_form as form, g.spec, g.tags, g.sales_30d,
                  b.available, g.mid_pack, g.splittable, g.min_number, g.case_pack,
                  array(select c.category_id from goods_category c where c.goods_id = g.id) as categories
             from goods_offer o
             join stock_batch b on b.id = o.stock_batch_id
             join warehouse w on w.id = b.warehouse_id
             join goods g on g.id = o.goods_id
             left join manufacturer m on m.id = g.manufacturer_id
            where o.kind = 'near_expiry' and ${ALIVE} and b.available > 0 and b.expiry_date >= $2::date and b.locked_at is null and g.on_shelf
            order by b.expiry_date, o.id`,
    values: [now, today],
  })
  return rows
}

export interface CategoryRow {
  id: number
  parent_id: number | null
  name: string
}

export async function readCategories({ pool }: DatabaseHandle): Promise<CategoryRow[]> {
  const { rows } = await pool.query<CategoryRow>({ name: 'zone_categories', text: 'select id, parent_id, name from category' })
  return rows
}

/** What a company pays for goods without any offer: by its own agreement, else its rank's price, else the base price. */
export async function readOrdinaryPrices(
  { pool }: DatabaseHandle,
  company: { id: number; rank: string },
  goodsIds: readonly number[],
): Promise<Map<number, number | null>> {
  const { rows } = await pool.query<{ id: number; price: number | null }>({
    name: 'zone_ordinary_prices',
    text: `select g.id, coalesce(c.price, r.price, g.base_price) as price
             from goods g
             left join goods_company_price c on c.goods_id = g.id and c.company_id = $1
             left join goods_rank_price r on r.goods_id = g.id and r.rank = $2
            where g.id = any($3::bigint[])`,
    values: [company.id, company.rank, goodsIds],
  })
  return new Map(rows.map((row) => [row.id, row.price]))
}
