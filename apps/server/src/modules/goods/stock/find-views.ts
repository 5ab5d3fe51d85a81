import { type RawBuilder, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import { readLabel, type ScannedLabel } from '#domain/labels.ts'
import type { BarredClass, Verdict } from '#domain/law/judgement.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** Goods as those look for them who have them in their hands: by scan, code, first letters, name. */

export interface FoundGoods {
  id: number
  code: string
  name: string
  spec: string
  unit: string
  maker: string
  barcode: string
  storage: string
  coldChain: boolean
  shelfLifeMonths: number | null
  verdict: Verdict | 'unjudged'
  barredClass: BarredClass | ''
  place: string
  batches: {
    id: number
    batch_no: string
    production_date: TradeDate | null
    expiry_date: TradeDate
    available: number
    reserved: number
    locked: 0 | 1
  }[]
}

/** Of many batches the newest: older ones are found by the list of batches. */
const BATCHES = 30

/** What a label of the house names: the goods of a batch, those of a place. A carton is of no goods. */
function labelled(label: ScannedLabel): RawBuilder<unknown> {
  if (label.kind === 'carton') return sql`false`
  if (label.kind === 'batch')
    return sql`g.id = (select b.goods_id from stock_batch b where b.id = ${label.batchId} and ${warehouseSeen('b.warehouse_id')})`
  return sql`g.id in (select p.goods_id from shelf_place p
    where p.warehouse_id = ${label.warehouseId} and upper(p.place) = upper(${label.place}) and ${warehouseSeen('p.warehouse_id')})`
}

export async function findGoods(connection: Connection, words: string, warehouseId: number | null, limit: number): Promise<FoundGoods[]> {
  const label = readLabel(words)
  const only = label?.kind === 'batch' ? sql`b.id = ${label.batchId}` : sql`true`
  const [start, inside] = [`${plainLike(words)}%`, `%${plainLike(words)}%`]
  const typed = sql`g.barcode = ${words} or ${isLike(sql`g.code`, start)} or ${isLike(sql`g.mnemonic`, start)} or ${isLike(sql`g.name`, inside)} or g.approval_no = ${words}
    or g.id in (select goods_id from goods_letters where initials like ${start.toLowerCase()})`
  const { rows } = await sql<FoundGoods>`
    select g.id, g.code, g.name, g.spec, g.unit, coalesce(m.name, '') as maker, g.barcode, g.storage, g.cold_chain as "coldChain",
           g.shelf_life_months as "shelfLifeMonths", g.law_verdict as verdict, coalesce(g.law_class, '') as "barredClass",
           coalesce((select p.place from shelf_place p where p.goods_id = g.id and p.warehouse_id = ${warehouseId}), '') as place,
           coalesce((select json_agg(json_build_object('id', b.id, 'batch_no', b.batch_no, 'production_date', b.production_date,
                                                       'expiry_date', b.expiry_date, 'available', b.available, 'reserved', b.reserved,
                                                       'locked', (b.locked_at is not null)::integer) order by b.id desc)
                       from (select * from stock_batch b where b.goods_id = g.id and ${only} and ${warehouseSeen('b.warehouse_id')} and ${warehouseId === null ? sql`true` : sql`b.warehouse_id = ${warehouseId}`}
                              order by b.id desc limit ${BATCHES}) b), '[]') as batches
      from (select g.* from goods g
             where ${label === null ? typed : labelled(label)}
             order by g.barcode = ${words} desc, g.code = ${words} desc, g.on_shelf desc, g.sales_30d desc, g.id limit ${limit}) g
      left join manufacturer m on m.id = g.manufacturer_id
     order by g.barcode = ${words} desc, g.code = ${words} desc, g.on_shelf desc, g.sales_30d desc, g.id`.execute(connection)
  return rows
}
