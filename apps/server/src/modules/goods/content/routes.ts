import {
  articleCategory,
  articleDetail,
  articleSearch,
  articleVote,
  FOCUS_SLOTS,
  focusBrand,
  focusHome,
  focusSlot,
  globalLinks,
  header,
} from '#contract/content.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { sendQr, siteOrigin } from '../../../platform/qr.ts'
import { articleDeskRoutes } from './article-desk-routes.ts'
import { saveVote } from './article-views.ts'
import { article, articleCategoryId, articleSections, searchHelp } from './articles.ts'
import { contentCacheOf } from './cache.ts'
import { frontDeskRoutes } from './front-desk-routes.ts'
import { previewedAdverts } from './front-preview.ts'
import { adverts, footerData, headerData, wechatUrl } from './service.ts'

/** /api/focus/home is the same as /api/focus; kxzq_ad takes ids of single adverts. */
const SLOTS: ReadonlySet<string> = new Set([...FOCUS_SLOTS, 'home', 'kxzq_ad'])

export function contentRoutes(context: ModuleContext): void {
  const { app, serve, deps } = context
  articleDeskRoutes(context)
  frontDeskRoutes(context)
  const content = { database: deps.database, cache: contentCacheOf(deps.database) }

  app.get('/img/wechat.svg', async (request, reply) => {
    const url = await wechatUrl(content, deps.clock())
    const site = siteOrigin(request, deps.config)
    // The host is what the sender says.
    if (url === null || !URL.canParse(url, site)) throw notFound('图片')
    return sendQr(reply, new URL(url, site).href)
  })

  serve(header, ({ now }) => headerData(content, now))
  serve(globalLinks, ({ now }) => footerData(content, now))
  /** A word of the staff's preview takes the place of what is saved. */
  const advertsIn = async (slot: string, word: string | undefined, now: Date) =>
    (await previewedAdverts(deps.database, word, slot, now)) ?? adverts(content, slot, now)
  serve(focusHome, async ({ query, now }) => ({ list: await advertsIn('home', query.preview, now) }))
  serve(focusSlot, async ({ params, query, now }) => {
    if (!SLOTS.has(params.slot)) throw notFound('广告位')
    const list = await advertsIn(params.slot, query.preview, now)
    const wanted = (query.ids ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    return { list: wanted.length === 0 ? list : list.filter((advert) => wanted.includes(String(advert.id))) }
  })
  serve(focusBrand, async ({ params, query, now }) => ({ list: await advertsIn(`brand:${params.id}`, query.preview, now) }))
  serve(articleCategory, async ({ query, now }) => {
    const id = query.code === undefined ? (query.category_id ?? null) : await articleCategoryId(content, query.code, now)
    return articleSections(content, id, query.page ?? 1, now)
  })
  serve(articleDetail, ({ query, now }) => article(content, query, now))
  serve(articleSearch, ({ query, now }) => searchHelp(content, query, now))
  serve(articleVote, async ({ viewer, body, now, say }) => {
    if (!(await saveVote(deps.database, body.id, viewer.accountId, body.helpful === 1, now))) throw notFound('文章')
    say('感谢您的反馈')
    return { helpful: body.helpful }
  })
}
