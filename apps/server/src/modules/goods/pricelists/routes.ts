import { PRICE_LIST_BYTES_MAX } from '#contract/constants.ts'
import {
  staffPriceList,
  staffPriceListAdd,
  staffPriceListDrop,
  staffPriceListFile,
  staffPriceListRows,
  staffPriceListSave,
  staffPriceListSheet,
  staffPriceLists,
  staffPriceListTemplate,
  staffPriceListType,
  staffPriceListWithdraw,
} from '#contract/price-lists.ts'
import type { ModuleContext } from '../../../context.ts'
import { serveOn } from '../../../platform/http.ts'
import { takeUploads } from '../../../platform/one-upload.ts'
import { readListText, readListUpload } from './file-thread.ts'
import { listOf, listsPage, lookerOf, rowsPage, sheetOf, templateFile } from './screens.ts'
import { addList, dropRows, publishListDeed, putSaid, rollbackListDeed, saveList, withdrawList } from './service.ts'

export function priceListRoutes({ app, serve, approvals, deps }: ModuleContext): void {
  const { database, jobs } = deps
  const { db } = database
  app.register(async (scope) => {
    await takeUploads(scope, PRICE_LIST_BYTES_MAX)
    serveOn(scope, deps.clock)(staffPriceListFile, async ({ viewer, params, request, now, say }) => {
      const { name, rows } = await readListUpload(request, viewer.accountId)
      await putSaid(database, viewer, params.id, { file: name, rows }, now)
      const list = await listOf(db, params.id, lookerOf(viewer), now)
      say(list.wrong === 0 ? `读入 ${list.rows} 行` : `读入 ${list.rows} 行，${list.wrong} 行有误`)
      return list
    })
  })
  serve(staffPriceLists, ({ query, now }) => listsPage(db, query, now))
  serve(staffPriceList, ({ viewer, params, now }) => listOf(db, params.id, lookerOf(viewer), now))
  serve(staffPriceListRows, ({ viewer, params, query }) => rowsPage(db, params.id, query, viewer))
  serve(staffPriceListSheet, ({ viewer, params, query }) => sheetOf(db, params.id, query, viewer))
  serve(staffPriceListTemplate, () => templateFile())
  serve(staffPriceListAdd, async ({ viewer, body, now, say }) => {
    const id = await addList(database, viewer, body, now)
    say('草稿已保存')
    return listOf(db, id, lookerOf(viewer), now)
  })
  serve(staffPriceListSave, async ({ viewer, params, body, now, say }) => {
    await saveList(database, viewer, params.id, body, now)
    say('草稿已保存')
    return listOf(db, params.id, lookerOf(viewer), now)
  })
  serve(staffPriceListType, async ({ viewer, params, body, request, now, say }) => {
    const rows = await readListText(request, viewer.accountId, body.text)
    await putSaid(database, viewer, params.id, { file: '', rows }, now)
    say(`添加了 ${rows.length} 行`)
    return listOf(db, params.id, lookerOf(viewer), now)
  })
  serve(staffPriceListDrop, async ({ viewer, params, body, now, say }) => {
    await dropRows(database, viewer, params.id, { lines: body.lines ?? [], state: body.state ?? null }, now)
    say('已删除')
    return listOf(db, params.id, lookerOf(viewer), now)
  })
  approvals.serve(publishListDeed(jobs))
  serve(staffPriceListWithdraw, async ({ viewer, params, body, now, say }) => {
    await withdrawList(database, viewer, params.id, body.reason, now)
    say('已撤回')
    return listOf(db, params.id, lookerOf(viewer), now)
  })
  approvals.serve(rollbackListDeed(jobs))
}
