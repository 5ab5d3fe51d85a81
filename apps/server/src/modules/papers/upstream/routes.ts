import { PAGE_SIZE, UPSTREAM_STATES } from '#contract/constants.ts'
import {
  staffFirstGoods,
  staffFirstGoodsApply,
  staffFirstGoodsInfo,
  staffFirstGoodsPaper,
  staffFirstGoodsSave,
  staffSupplier,
  staffSupplierAdd,
  staffSupplierApply,
  staffSupplierChoices,
  staffSupplierPaper,
  staffSupplierSave,
  staffSuppliers,
  staffUpstreamCheck,
  staffUpstreamDecide,
} from '#contract/upstream.ts'
import { beijingDate } from '#domain/dates.ts'
import { upstreamRefusal } from '#domain/upstream.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { supplierFilterOf, upstreamFilterOf } from './exporters.ts'
import { applyForGoods, fileFirstGoodsPaper, firstGoodsOf, firstGoodsRowWire, saveFirstGoods } from './first-goods.ts'
import { firstGoodsCount, firstGoodsPage } from './goods-store.ts'
import { check, decide } from './steps.ts'
import { supplierChoices, supplierCount, supplierPage } from './supplier-store.ts'
import { addSupplier, applyForSupplier, fileSupplierPaper, saveSupplier, supplierOf, supplierRowWire } from './suppliers.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })
const CHOICES = 30

export function upstreamRoutes(context: ModuleContext): void {
  supplierRoutes(context)
  firstGoodsRoutes(context)
  const { serve, deps } = context
  serve(staffUpstreamCheck, ({ viewer, params, body, now }) => check(deps.database, staffOf(viewer), params.id, body, now))
  serve(staffUpstreamDecide, ({ viewer, params, body, now }) => decide(deps.database, staffOf(viewer), params.id, body, now))
}

function supplierRoutes({ serve, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffSuppliers, async ({ query, now }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, ...asked } = query
    const filter = supplierFilterOf(asked, now)
    const [rows, total] = [await supplierPage(db, filter, (page - 1) * perPage, perPage), await supplierCount(db, filter)]
    return { list: rows.map((row) => supplierRowWire(row, filter.today)), total, page, per_page: perPage }
  })
  serve(staffSupplierChoices, async ({ query, now }) => {
    const today = beijingDate(now)
    const rows = await supplierChoices(db, { keywords: query.keywords?.trim() ?? '', id: query.id ?? null, today }, CHOICES)
    const refused = (row: (typeof rows)[number]) => upstreamRefusal({ ...row, stateName: UPSTREAM_STATES[row.state] }, false, today)
    return { list: rows.map((row) => ({ id: row.id, name: row.name, refused: refused(row) })) }
  })
  serve(staffSupplier, ({ viewer, params, now }) => supplierOf(db, staffOf(viewer), params.id, now))
  serve(staffSupplierAdd, ({ viewer, body, now }) => addSupplier(database, staffOf(viewer), body, now))
  serve(staffSupplierSave, ({ viewer, params, body, now }) => saveSupplier(database, staffOf(viewer), params.id, body, now))
  serve(staffSupplierPaper, ({ viewer, params, body, now }) => fileSupplierPaper(database, staffOf(viewer), params.id, body, now))
  serve(staffSupplierApply, ({ viewer, params, body, now }) => applyForSupplier(database, staffOf(viewer), params.id, body.words, now))
}

function firstGoodsRoutes({ serve, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffFirstGoods, async ({ query, now }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, ...asked } = query
    const filter = upstreamFilterOf(asked, now)
    const rows = await firstGoodsPage(db, filter, (page - 1) * perPage, perPage)
    const { total, takenOver } = await firstGoodsCount(db, filter)
    return { list: rows.map((row) => firstGoodsRowWire(row, filter.today)), total, page, per_page: perPage, taken_over: takenOver }
  })
  serve(staffFirstGoodsInfo, ({ viewer, params, now }) => firstGoodsOf(db, staffOf(viewer), params.id, now))
  serve(staffFirstGoodsSave, ({ viewer, params, body, now }) => saveFirstGoods(database, staffOf(viewer), params.id, body, now))
  serve(staffFirstGoodsPaper, ({ viewer, params, body, now }) => fileFirstGoodsPaper(database, staffOf(viewer), params.id, body, now))
  serve(staffFirstGoodsApply, ({ viewer, params, body, now }) => applyForGoods(database, staffOf(viewer), params.id, body.words, now))
}
