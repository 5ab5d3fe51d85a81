import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

export interface BundleItemTerms {
  goodsId: number
  number: number
  /** Unit price inside the bundle. */
  price: Fen
}
/** A bundle as it can be had now. */
export interface BundleTerms {
  id: number
  name: string
  hint: string
  warehouseId: number
  warehouseName: string
  startsAt: Date
  endsAt: Date
  limitPerBuyer: number | null
  /** Bundles that the quota leaves; null = no quota. */
  left: number | null
  /** Bundles that this company may still take; null = no limit. */
  buyerLeft: number | null
  fullReductionOk: boolean
  couponOk: boolean
  items: readonly BundleItemTerms[]
}

/** Nothing with ephedrine is bundled: it needs an order of its own. Such a bundle does not come out of here. */
const LAWFUL = sql`not exists (
  select 1 from bundle_item i join goods g on g.id = i.goods_id where i.bundle_id = b.id and g.is_ephedrine)`

const NULL_WHEN_ALWAYS = sql`nullif(b.starts_at, '-infinity') as "startsAt", nullif(b.ends_at, 'infinity') as "endsAt"`

const HEAD = sql`
  b.id, b.name, b.hint, b.warehouse_id as "warehouseId", w.name as "warehouseName", ${NULL_WHEN_ALWAYS},
  b.limit_per_buyer as "limitPerBuyer", b.quota - b.taken as left, b.full_reduction_ok as "fullReductionOk", b.coupon_ok as "couponOk",
  (select coalesce(json_agg(json_build_object('goodsId', i.goods_id, 'number', i.number, 'price', i.price) order by i.sort, i.goods_id), '[]')
     from bundle_item i where i.bundle_id = b.id) as items`

type HeadRow = Omit<BundleTerms, 'startsAt' | 'endsAt' | 'buyerLeft'> & { startsAt: Date | null; endsAt: Date | null }

const FIRST_MOMENT = new Date(-8.64e15)
const LAST_MOMENT = new Date(8.64e15)

/** More bundles than a zone shows at a time. */
const OPEN_MAX = 500

/** Bundles that can be had now, as staff laid them out; goodsId: only those that hold it. */
export async function openBundles(
  connection: Connection,
  goodsId: number | null,
  now: Date,
): Promise<{ id: number; goodsIds: number[] }[]> {
  const { rows } = await sql<{ id: number; goodsIds: number[] }>`
    select b.id, array(select i.goods_id from bundle_item i where i.bundle_id = b.id) as "goodsIds"
      from bundle b
     where b.ends_at > ${now} and b.starts_at <= ${now} and ${LAWFUL}
       and exists (select 1 from bundle_item i where i.bundle_id = b.id)
       and ${goodsId === null ? sql`true` : sql`b.id in (select bundle_id from bundle_item where goods_id = ${goodsId})`}
     order by b.sort, b.id limit ${OPEN_MAX}`.execute(connection)
  return rows
}

/** Bundles of any time by their ids, with what this company may still take; null for a visitor. */
export async function bundlesById(
  connection: Connection,
  companyId: number | null,
  ids: readonly number[],
): Promise<Map<number, BundleTerms>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<HeadRow>`
    select ${HEAD} from bundle b join warehouse w on w.id = b.warehouse_id
     where b.id = any(${ids}::bigint[]) and ${LAWFUL}`.execute(connection)
  return withBought(connection, companyId, rows)
}

async function withBought(connection: Connection, companyId: number | null, rows: readonly HeadRow[]): Promise<Map<number, BundleTerms>> {
  const limited = rows.filter((row) => row.limitPerBuyer !== null)
  const bought =
    companyId === null || limited.length === 0 ? new Map<number, number>() : await bundlesBought(connection, companyId, limited)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        startsAt: row.startsAt ?? FIRST_MOMENT,
        endsAt: row.endsAt ?? LAST_MOMENT,
        buyerLeft: row.limitPerBuyer === null ? null : Math.max(0, row.limitPerBuyer - (bought.get(row.id) ?? 0)),
      },
    ]),
  )
}

/** The parts of one bundle in one order each carry the number of bundles. Goods lead the way: they have the index. */
async function bundlesBought(connection: Connection, companyId: number, bundles: readonly HeadRow[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; number: number }>`
    select id, sum(number) as number from (
      select l.bundle_id as id, max(l.bundle_number) as number
        from order_line l join orders o on o.id = l.order_id
       where l.company_id = ${companyId} and l.goods_id = any(${bundles.flatMap((one) => one.items.map((item) => item.goodsId))}::bigint[])
         and l.bundle_id = any(${bundles.map((one) => one.id)}::bigint[]) and o.status <> 'cancelled'
       group by l.bundle_id, l.order_id) as taken
     group by id`.execute(connection)
  return new Map(rows.map((row) => [row.id, row.number]))
}
