import * as favorites from '#contract/favorites.ts'
import * as contract from '#contract/goods.ts'
import type { ModuleContext } from '../../../context.ts'
import { lineKey } from '../../../platform/addresses.ts'
import { notFound } from '../../../platform/errors.ts'
import { openCatalogue } from './catalogue.ts'
import { goodsInDetail } from './detail.ts'
import { createFootprints } from './footprints.ts'
import { favoritesFile, favoritesOf, footprintsOf, forgetFootprints, putFavorites } from './gathered.ts'
import { cancelFavorites } from './gathered-store.ts'
import { everydayPrice, floors, hotGoods, recommended, spike } from './home.ts'
import { listGoods } from './list.ts'
import { searchPanel } from './panel.ts'
import { remindOfArrival } from './store.ts'

/** A search that is narrowed besides finds less for another reason than its words. */
const isPlain = (query: contract.GoodsQueryWire): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || ASKED_PLAINLY.has(name))
const ASKED_PLAINLY: ReadonlySet<string> = new Set(['keywords', 'type', 'page', 'per_page', 'sort'])

export function catalogueRoutes({ app, serve, deps, searches }: ModuleContext): void {
  const { database } = deps
  const catalogue = openCatalogue(database, deps.search)
  const footprints = createFootprints(database, (err) => app.log.error({ err }, 'footprints lost'))
  app.addHook('onClose', footprints.stop)

  serve(contract.goodsList, ({ query, viewer, request, now }) => {
    const told = (found: contract.FoundWire, hits: number): void =>
      searches.asked(
        {
          companyId: viewer?.company?.id ?? null,
          words: query.keywords ?? '',
          ofMaker: query.type === 1,
          hits,
          understood: hits === 0 ? 'none' : found.as,
        },
        now,
        lineKey(request.ip),
      )
    return listGoods(catalogue, query, viewer, now, { among: null, ...(isPlain(query) && !viewer?.seenBy && { told }) })
  })
  serve(contract.goodsPanel, ({ query, viewer, now }) => searchPanel(catalogue, query.keywords, viewer, now))
  serve(contract.goodsHot, ({ viewer, now }) => hotGoods(catalogue, viewer, now))
  serve(contract.goodsDetail, async ({ params, query, viewer, now }) => {
    const detail = await goodsInDetail(catalogue, params.id, query, viewer, now)
    if (viewer?.company && viewer.seenBy === null) {
      searches.opened(viewer.company.id, params.id, now)
      footprints.left(viewer.company.id, params.id, now)
    }
    return detail
  })
  serve(contract.spike, ({ query, viewer, now }) => spike(catalogue, viewer, query.session_id, now))
  serve(contract.everydayPrice, ({ viewer, now }) => everydayPrice(catalogue, viewer, now))
  serve(contract.recommended, ({ query, viewer, now }) => recommended(catalogue, viewer, query.batch ?? 0, now))
  serve(contract.goodsFloors, ({ viewer, now }) => floors(catalogue, viewer, now))

  serve(favorites.goodsVisit, async ({ query, viewer, now }) => {
    await footprints.flush()
    return footprintsOf(catalogue, viewer.company, query, now)
  })
  serve(favorites.visitDelete, async ({ body, viewer, say }) => {
    await footprints.flush()
    const deleted = await forgetFootprints(catalogue, viewer.company.id, body)
    say(deleted > 0 ? '已删除' : '没有可删除的足迹')
    return { deleted }
  })
  serve(favorites.favoriteList, ({ query, viewer, now }) => favoritesOf(catalogue, viewer.company, query, now))
  serve(favorites.favoriteExport, ({ query, viewer, now }) => favoritesFile(catalogue, viewer.company, query, now))
  serve(favorites.favoriteAdd, async ({ body, viewer, now, say }) => {
    const goods_ids = await putFavorites(catalogue, viewer.company, body.goods_ids, now)
    if (goods_ids.length === 0) throw notFound('商品')
    say('收藏成功')
    return { goods_ids }
  })
  serve(favorites.favoriteCancel, async ({ body, viewer, say }) => {
    const goods_ids = await cancelFavorites(database, viewer.company.id, body.goods_ids)
    say('取消收藏成功')
    return { goods_ids }
  })
  serve(favorites.arrivalReminder, async ({ params, viewer, now, say }) => {
    if (!(await remindOfArrival(database, viewer.company.id, params.id, now))) throw notFound('商品')
    say('到货后将通知您')
    return { reminded: true }
  })
}
