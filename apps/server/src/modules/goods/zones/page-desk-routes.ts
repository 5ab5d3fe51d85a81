import { staffPage, staffPageChoices, staffPageCommand, staffPagePreview, staffPageSave, staffPages } from '#contract/front.ts'
import type { ModuleContext } from '../../../context.ts'
import { choicesForStaff, commandPage, pageForStaff, pagesForStaff, previewPage, savePage } from './page-desk.ts'

const DONE = {
  publish: '已发布，买家随即看到',
  unschedule: '已取消定时',
  withdraw: '已撤下',
  restore: '旧版本已存为最新的草稿，发布后才显示',
} as const

export function pageDeskRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffPages, ({ query }) => pagesForStaff(database, query))
  serve(staffPageChoices, ({ now }) => choicesForStaff(database, now))
  serve(staffPage, ({ params, now }) => pageForStaff(database, params.id, now))
  serve(staffPageSave, async ({ viewer, body, now, say }) => {
    const record = await savePage(database, viewer, body, now)
    say(record.page.state === 'published' ? '已保存，发布后买家才看到' : '已保存')
    return record
  })
  serve(staffPageCommand, async ({ viewer, params, body, now, say }) => {
    const record = await commandPage(database, viewer, params, body, now)
    say(params.command === 'publish' && body.at ? '已定时，到时自动换上' : DONE[params.command])
    return record
  })
  serve(staffPagePreview, ({ params, query, now }) => previewPage(database, params.id, query, now))
}
