import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import {
  EXPIRY_SPANS,
  staffExpiry,
  staffMovements,
  staffMovementsExport,
  staffStockGoods,
  staffStockPlace,
  staffWarehouseAdd,
  staffWarehouseSave,
  staffWarehouses,
} from '#contract/warehouse.ts'
import { addDays, beijingDate, daysBetween } from '#domain/dates.ts'
import { barredReason } from '#domain/law/standing.ts'
import type { ModuleContext } from '../../../context.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { expiringPage, expirySums, type Span } from './expiry-views.ts'
import { findGoods } from './find-views.ts'
import { movementsFile, movementsOf } from './ledger.ts'
import { setPlace } from './posting-store.ts'
import { addWarehouse, openWarehouse, saveWarehouse, warehousesOf } from './warehouses.ts'

const staffOf = ({ accountId, name }: Viewer): StaffActor => ({ accountId, name })
const GOODS_FOUND = 12

async function place(
  database: DatabaseHandle,
  staff: StaffActor,
  body: { warehouse_id: number; goods_id: number; place: string },
  now: Date,
) {
  const next = body.place.trim()
  requirePrintable({ place: next })
  return transact(database.db, async (trx) => {
    await openWarehouse(trx, body.warehouse_id, 'warehouse_id')
    const before = await setPlace(trx, body.warehouse_id, body.goods_id, next)
    if (before === null) throw notFound('商品')
    if (before === next) return { place: next }
    await writeAudit(
      trx,
      staff,
      {
        action: 'stock.place',
        subject: `goods:${body.goods_id}`,
        before: { warehouse_id: body.warehouse_id, place: before },
        after: { warehouse_id: body.warehouse_id, place: next },
      },
      now,
    )
    return { place: next }
  })
}

async function expiryOf({ db }: DatabaseHandle, query: QueryOf<typeof staffExpiry>, now: Date): Promise<DataOf<typeof staffExpiry>> {
  const { days = 30, warehouse_id: warehouse = null, after = null, per_page: perPage = PAGE_SIZE } = query
  const today = beijingDate(now)
  // A batch that ends today is in date today; 30 days: until the thirtieth day from now.
  const endOf = (span: number) => addDays(today, span === 0 ? 0 : span + 1)
  const spans = EXPIRY_SPANS.map((span, at): Span => ({ from: at === 0 ? null : endOf(EXPIRY_SPANS[at - 1] ?? 0), until: endOf(span) }))
  const chosen = spans[EXPIRY_SPANS.indexOf(days)] ?? { from: null, until: today }
  const [sums, rows] = await Promise.all([expirySums(db, spans, warehouse), expiringPage(db, chosen, warehouse, after, perPage + 1, now)])
  const list = rows.slice(0, perPage).map((row) => ({
    id: row.id,
    goods_id: row.goodsId,
    code: row.code,
    name: row.name,
    spec: row.spec,
    unit: row.unit,
    maker: row.maker,
    batch_no: row.batchNo,
    warehouse: row.warehouse,
    place: row.place,
    expiry_date: row.expiryDate,
    days_left: daysBetween(today, row.expiryDate),
    available: row.available,
    reserved: row.reserved,
    locked: row.isLocked ? 1 : 0,
    offered: row.isOffered ? 1 : 0,
  }))
  return {
    spans: EXPIRY_SPANS.map((span, at) => ({ days: span, batches: sums[at]?.batches ?? 0, number: sums[at]?.number ?? 0 })),
    list,
    next: rows.length > perPage ? (list.at(-1)?.id ?? null) : null,
  }
}

export function warehouseRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffWarehouses, () => warehousesOf(database))
  serve(staffWarehouseAdd, async ({ viewer, body, now, say }) => {
    const id = await addWarehouse(database, staffOf(viewer), body, now)
    say('仓库已建立')
    return { id }
  })
  serve(staffWarehouseSave, async ({ viewer, params, body, now, say }) => {
    const version = await saveWarehouse(database, staffOf(viewer), params.id, body, now)
    say('仓库已保存')
    return { version }
  })
  serve(staffStockGoods, async ({ query }) => {
    const rows = await findGoods(database.db, query.words.trim(), query.warehouse_id ?? null, GOODS_FOUND)
    return {
      list: rows.map(({ coldChain, shelfLifeMonths, verdict, barredClass, ...row }) => ({
        ...row,
        cold_chain: coldChain ? 1 : 0,
        shelf_life_months: shelfLifeMonths,
        barred: barredReason({ verdict, barredClass }),
      })),
    }
  })
  serve(staffStockPlace, ({ viewer, body, now }) => place(database, staffOf(viewer), body, now))
  serve(staffMovements, ({ query }) => movementsOf(database, query))
  serve(staffMovementsExport, ({ query, now }) => movementsFile(database, query, now))
  serve(staffExpiry, ({ query, now }) => expiryOf(database, query, now))
}
