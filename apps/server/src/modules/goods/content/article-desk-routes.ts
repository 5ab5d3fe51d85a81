import { staffArticle, staffArticleCommand, staffArticlePrepare, staffArticleSave, staffArticles } from '#contract/content.ts'
import type { ModuleContext } from '../../../context.ts'
import { articleForStaff, articlesForStaff, commandArticle, prepareLegalTexts, saveArticle } from './article-desk.ts'

const DONE = { publish: '已发布，买家随即看到', withdraw: '已撤下', restore: '旧版本已存为最新的草稿，发布后才显示' } as const

export function articleDeskRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffArticles, ({ query }) => articlesForStaff(database, query))
  serve(staffArticle, ({ params }) => articleForStaff(database, params.id))
  serve(staffArticlePrepare, async ({ viewer, now, say }) => {
    const made = await prepareLegalTexts(database, viewer, now)
    say(made.length > 0 ? `已起草 ${made.length} 篇，填好空白后发布` : '需要的文本都已有了')
    return { made }
  })
  serve(staffArticleSave, async ({ viewer, body, now, say }) => {
    const record = await saveArticle(database, viewer, body, now)
    say(record.article.state === 'published' ? '已保存，发布后买家才看到' : '已保存')
    return record
  })
  serve(staffArticleCommand, async ({ viewer, params, body, now, say }) => {
    const record = await commandArticle(database, viewer, params, body, now)
    say(DONE[params.command])
    return record
  })
}
