import {
  staffBroadcast,
  staffBroadcastAdd,
  staffBroadcastCompanies,
  staffBroadcastLook,
  staffBroadcastSave,
  staffBroadcastStop,
  staffBroadcasts,
} from '#contract/broadcasts.ts'
import type { ModuleContext } from '../../../context.ts'
import { broadcastOf, broadcastsPage, lookAtBroadcast, resultsPage } from './screens.ts'
import { addBroadcast, broadcastSendDeed, saveBroadcast, stopBroadcast } from './service.ts'

export function broadcastRoutes({ serve, approvals, deps: { database, jobs } }: ModuleContext): void {
  const { db } = database
  serve(staffBroadcasts, ({ query, now }) => broadcastsPage(database, query, now))
  serve(staffBroadcastLook, ({ query, now }) => lookAtBroadcast(database, query.draft, now))
  serve(staffBroadcastCompanies, ({ query }) => resultsPage(database, query))
  serve(staffBroadcast, ({ viewer, params, now }) => broadcastOf(db, params.id, viewer.accountId, now))
  serve(staffBroadcastAdd, async ({ viewer, body, now, say }) => {
    const id = await addBroadcast(database, viewer, body, now)
    say('草稿已保存')
    return broadcastOf(db, id, viewer.accountId, now)
  })
  serve(staffBroadcastSave, async ({ viewer, params, body, now, say }) => {
    await saveBroadcast(database, viewer, params.id, body, now)
    say('草稿已保存')
    return broadcastOf(db, params.id, viewer.accountId, now)
  })
  approvals.serve(broadcastSendDeed(jobs))
  serve(staffBroadcastStop, async ({ viewer, params, body, now, say }) => {
    await stopBroadcast(database, viewer, params.id, body.reason, now)
    say('已停止，已收到的企业不受影响')
    return broadcastOf(db, params.id, viewer.accountId, now)
  })
}
