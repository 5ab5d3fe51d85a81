import type { Connection } from '../../../platform/database.ts'
import { refreshGoodsStock } from '../stock/public.ts'
import { raw } from './store.ts'

/** Batches that a file of stock does not name: many systems leave out what is sold out, and what nobody names stays on sale. */
export interface Absent {
  batches: number
  /** Units that can be sold of them. */
  number: number
}

/** Of the warehouses that the file spoke of, after all its rows; the keys of import_seen are those of the stock's rows. */
const ABSENT = `
  from stock_batch b join warehouse w on w.id = b.warehouse_id join goods g on g.id = b.goods_id
 where b.available > 0 and w.code = any($1::text[])
   and not exists (select 1 from import_seen s where s.key = w.code || ' / ' || g.code || ' / ' || b.batch_no)`

export async function absentBatches(connection: Connection, warehouses: readonly string[]): Promise<Absent> {
  const { rows } = await raw<Absent>(
    connection,
    `select count(*)::integer as batches, coalesce(sum(b.available), 0)::integer as number ${ABSENT}`,
    [warehouses],
  )
  return rows[0] ?? { batches: 0, number: 0 }
}

/** The file named all that lies there: the rest is gone. What orders hold stays held. */
export async function emptyAbsent(connection: Connection, warehouses: readonly string[], now: Date): Promise<void> {
  // The goods' places first, as where stock is reserved; the figures follow once more at the end.
  await raw(
    connection,
    `select 1 from goods_stock s where s.goods_id in (select b.goods_id ${ABSENT}) order by s.goods_id, s.warehouse_id for update`,
    [warehouses],
  )
  const { rows } = await raw<{ goods_id: number }>(
    connection,
    `with emptied as (update stock_batch set available = 0, updated_at = $2 where id in (select b.id ${ABSENT}) returning id, goods_id, reserved),
          moved as (insert into stock_movement (stock_batch_id, kind, available, reserved) select id, 'import', 0, reserved from emptied)
     select distinct goods_id from emptied`,
    [warehouses, now],
  )
  const goodsIds = rows.map((row) => row.goods_id)
  if (goodsIds.length === 0) return
  await refreshGoodsStock(connection, goodsIds, now)
}
