import { PAGE_SIZE, SHELF_NAMES } from '#contract/constants.ts'
import {
  staffGoodsAdd,
  staffGoodsChoices,
  staffGoodsHistory,
  staffGoodsLots,
  staffGoodsPictures,
  staffGoodsRecord,
  staffGoodsRecords,
  staffGoodsSave,
  staffGoodsShelf,
} from '#contract/goods-desk.ts'
import { yuan } from '#domain/money.ts'
import type { ModuleContext } from '../../../context.ts'
import { forbidden } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { packageImage, smallImage } from '../pictures/public.ts'
import { goodsFilterOf } from './exporter.ts'
import { addGoods, recordOf, saveGoods, saveLots, savePictures, shelve } from './service.ts'
import { choicesOf, eventsOf, goodsPage } from './views.ts'

const HISTORY_PAGE = 50
const PRICES: ReadonlySet<string> = new Set(['base_price', 'retail_price'])

const may = ({ staff }: Viewer, word: string): boolean => staff?.permissions.has(word) ?? false
const withoutPrices = (said: Record<string, unknown> | null) =>
  said === null ? null : Object.fromEntries(Object.entries(said).filter(([key]) => !PRICES.has(key)))

export function recordRoutes({ serve, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffGoodsRecords, async ({ viewer, query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, ...filter } = query
    const { rows, total, isCapped } = await goodsPage(db, goodsFilterOf(filter), (page - 1) * perPage, perPage)
    const seesPrices = may(viewer, 'prices.view')
    const list = rows.map(({ image, splittable, base_price, state: stands, ...row }) => ({
      ...row,
      image: image === null ? packageImage(row.id) : smallImage(image),
      state: stands,
      state_name: SHELF_NAMES[stands],
      splittable: splittable ? 1 : 0,
      base_price: seesPrices && base_price !== null ? yuan(base_price) : null,
    }))
    return { list, total, page, per_page: perPage, is_capped: isCapped ? 1 : 0 }
  })
  serve(staffGoodsRecord, ({ params }) => recordOf(db, params.id))
  serve(staffGoodsAdd, ({ viewer, body, now }) => {
    if ((body.price ?? '').trim() !== '' && !may(viewer, 'prices.change')) throw forbidden('您的岗位没有“修改商品价格”的权限')
    return addGoods(database, viewer, body, now)
  })
  serve(staffGoodsSave, ({ viewer, params, body, now }) => saveGoods(database, viewer, params.id, body, now))
  serve(staffGoodsLots, ({ viewer, params, body, now }) => saveLots(database, viewer, params.id, body, now))
  serve(staffGoodsShelf, ({ viewer, params: { id, command }, body, now }) => shelve(database, viewer, id, command, body.reason, now))
  serve(staffGoodsPictures, ({ viewer, params, body, now }) => savePictures(database, viewer, params.id, body, now))
  serve(staffGoodsHistory, async ({ viewer, params, query }) => {
    const prices = may(viewer, 'prices.view')
    const asked = { before: query.before ?? null, limit: HISTORY_PAGE + 1, prices, cost: may(viewer, 'prices.cost') }
    const rows = await eventsOf(db, params.id, asked)
    const list = rows.slice(0, HISTORY_PAGE).map((row) => ({
      ...row,
      at: row.at.toISOString(),
      before: prices ? row.before : withoutPrices(row.before),
      after: prices ? row.after : withoutPrices(row.after),
    }))
    return { list, next: rows.length > HISTORY_PAGE ? (list.at(-1)?.id ?? 0) : 0 }
  })
  serve(staffGoodsChoices, async () => {
    const { forms, units, availabilities } = await choicesOf(db)
    return { forms, units, availabilities: availabilities.map((one) => ({ ...one, controlled: one.controlled ? 1 : 0 })) }
  })
}
