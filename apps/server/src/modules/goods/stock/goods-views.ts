import { type RawBuilder, sql } from 'kysely'
import type { GoodsSaleState } from '#contract/stock.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'

/** Goods as those see them who stop and resume their sale. */

export interface GoodsRow {
  id: number
  code: string
  name: string
  spec: string
  manufacturer: string
  approvalNo: string
  state: GoodsSaleState
  offShelfReason: string
  stoppedAt: Date | null
  stoppedBy: string | null
  stoppedReason: string | null
  available: number
}

const STATES = {
  on: sql`g.on_shelf`,
  off: sql`not g.on_shelf and g.stopped_at is null`,
  stopped: sql`g.stopped_at is not null`,
}

export interface GoodsFilter {
  keywords: string
  state: GoodsSaleState | null
}

const ROW = sql`g.id, g.code, g.name, g.spec, coalesce(m.name, '') as manufacturer, g.approval_no as "approvalNo",
             case when g.stopped_at is not null then 'stopped' when g.on_shelf then 'on' else 'off' end as state,
             case when g.on_shelf then '' else g.off_shelf_reason end as "offShelfReason", g.stopped_at as "stoppedAt",
             g.stopped_by as "stoppedBy", g.stopped_reason as "stoppedReason",
             (select coalesce(sum(b.available), 0)::integer from stock_batch b where b.goods_id = g.id and b.locked_at is null) as available`

/** Each by its index: beginnings of codes, of approval numbers and of letters, parts of names and of makers' names. */
export function goodsCalled(keywords: string): RawBuilder<unknown> {
  const [start, inside] = [`${plainLike(keywords)}%`, `%${plainLike(keywords)}%`]
  const [upper, lower] = [start.toUpperCase(), start.toLowerCase()]
  return sql`
    select id from goods where upper(code) like ${upper}
    union all select id from goods where approval_no <> '' and upper(approval_no) like ${upper}
    union all select id from goods where mnemonic <> '' and lower(mnemonic) like ${lower}
    union all select id from goods where pairs_of(lower(name)) @> pairs_of(lower(${keywords})) and ${isLike(sql`name`, inside)}
    union all select made.id from manufacturer maker join goods made on made.manufacturer_id = maker.id where ${isLike(sql`maker.name`, inside)}
    union all select goods_id from goods_letters where initials like ${lower}`
}

function goodsLike({ keywords, state }: GoodsFilter) {
  const words = keywords === '' ? sql`true` : sql`g.id in (${goodsCalled(keywords)})`
  return sql`${words} and ${state === null ? sql`true` : STATES[state]}`
}

/** By their numbers, the newest first, from one page to the next however many there are. */
export async function goodsBefore(connection: Connection, filter: GoodsFilter, before: number | null, limit: number): Promise<GoodsRow[]> {
  const place = before === null ? sql`` : sql`and g.id < ${before}`
  const { rows } = await sql<GoodsRow>`
    select ${ROW} from goods g left join manufacturer m on m.id = g.manufacturer_id
     where ${goodsLike(filter)} ${place} order by g.id desc limit ${limit}`.execute(connection)
  return rows
}

/** Stopped ones first, the latest first: they are what somebody still has to decide on. */
export async function goodsPage(
  connection: Connection,
  filter: GoodsFilter,
  offset: number,
  limit: number,
): Promise<{ rows: GoodsRow[]; total: number }> {
  const found = goodsLike(filter)
  const [page, count] = await Promise.all([
    sql<GoodsRow>`
      select ${ROW}
        from (select g.id from goods g left join manufacturer m on m.id = g.manufacturer_id
               where ${found} order by g.stopped_at desc nulls last, g.id desc limit ${limit} offset ${offset}) p
        join goods g on g.id = p.id left join manufacturer m on m.id = g.manufacturer_id
       order by g.stopped_at desc nulls last, g.id desc`.execute(connection),
    sql<{ total: number }>`
      select count(*)::integer as total from goods g left join manufacturer m on m.id = g.manufacturer_id where ${found}`.execute(
      connection,
    ),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}
