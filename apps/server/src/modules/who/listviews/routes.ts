import {
  staffListViewAdd,
  staffListViewDefault,
  staffListViewDrop,
  staffListViewSave,
  staffListViewShare,
  staffListViews,
} from '#contract/list-views.ts'
import type { ModuleContext } from '../../../context.ts'
import { addView, chooseDefault, dropView, listViews, saveView, shareView } from './service.ts'

export function listViewRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffListViews, async ({ viewer, query }) => ({ list: await listViews(database, viewer, query.list) }))
  serve(staffListViewAdd, async ({ viewer, body, now }) => ({ id: await addView(database, viewer, body, now) }))
  serve(staffListViewSave, async ({ viewer, params, body, now }) => ({ version: await saveView(database, viewer, params.id, body, now) }))
  serve(staffListViewDrop, async ({ viewer, params, now }) => {
    await dropView(database, viewer, params.id, now)
    return {}
  })
  serve(staffListViewShare, async ({ viewer, params, body, now }) => ({
    version: await shareView(database, viewer, params.id, { shared: body.shared === 1, version: body.version }, now),
  }))
  serve(staffListViewDefault, async ({ viewer, body, now }) => {
    await chooseDefault(database, viewer, body.list, body.view_id, now)
    return {}
  })
}
