import { PAGE_SIZE } from '#contract/constants.ts'
import * as contract from '#contract/goods.ts'
import { notFound } from '../../platform/errors.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import type { ModuleContext } from '../modules.ts'
import { cardsFor, openCatalogue } from './catalogue.ts'
import { goodsInDetail } from './detail.ts'
import { everydayPrice, floors, hotGoods, recommended, spike } from './home.ts'
import { listGoods } from './list.ts'
import { addFavorites, cancelFavorites, favoritePage, footprintPage, type IdPage, leaveFootprint, remindOfArrival } from './store.ts'

export function catalogueRoutes({ serve, deps }: ModuleContext): void {
  const { database } = deps
  const catalogue = openCatalogue(database, deps.search)

  serve(contract.goodsList, ({ query, viewer, now }) => listGoods(catalogue, query, viewer, now))
  serve(contract.goodsHot, ({ viewer, now }) => hotGoods(catalogue, viewer, now))
  serve(contract.goodsDetail, async ({ params, query, viewer, now, request }) => {
    const detail = await goodsInDetail(catalogue, params.id, query, viewer, now)
    if (viewer?.company) {
      leaveFootprint(database, viewer.company.id, params.id, now).catch((error: unknown) =>
        request.log.error({ err: error }, 'footprint lost'),
      )
    }
    return detail
  })
  serve(contract.spike, ({ query, viewer, now }) => spike(catalogue, viewer, query.session_id, now))
  serve(contract.everydayPrice, ({ viewer, now }) => everydayPrice(catalogue, viewer, now))
  serve(contract.recommended, ({ query, viewer, now }) => recommended(catalogue, viewer, query.batch ?? 0, now))
  serve(contract.goodsFloors, ({ viewer, now }) => floors(catalogue, viewer, now))

  const pageOf = async (found: IdPage, page: number, company: ViewerCompany, now: Date) => ({
    list: await cardsFor(
      catalogue,
      found.ids.map((goodsId) => ({ goodsId })),
      company,
      now,
    ),
    total: found.total,
    page,
    per_page: PAGE_SIZE,
  })
  serve(contract.goodsVisit, async ({ query, viewer, now }) => {
    const page = query.page ?? 1
    const found = await footprintPage(database, viewer.company.id, (query.keywords ?? '').trim(), (page - 1) * PAGE_SIZE, PAGE_SIZE)
    return pageOf(found, page, viewer.company, now)
  })
  serve(contract.favoriteList, async ({ query, viewer, now }) => {
    const page = query.page ?? 1
    return pageOf(await favoritePage(database, viewer.company.id, (page - 1) * PAGE_SIZE, PAGE_SIZE), page, viewer.company, now)
  })
  serve(contract.favoriteAdd, async ({ body, viewer, now, say }) => {
    const goods_ids = await addFavorites(database, viewer.company.id, body.goods_ids, now)
    if (goods_ids.length === 0) throw notFound('商品')
    say('收藏成功')
    return { goods_ids }
  })
  serve(contract.favoriteCancel, async ({ body, viewer, say }) => {
    const goods_ids = await cancelFavorites(database, viewer.company.id, body.goods_ids)
    say('取消收藏成功')
    return { goods_ids }
  })
  serve(contract.arrivalReminder, async ({ params, viewer, now, say }) => {
    if (!(await remindOfArrival(database, viewer.company.id, params.id, now))) throw notFound('商品')
    say('到货后将通知您')
    return { reminded: true }
  })
}
