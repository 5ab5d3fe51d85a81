import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import { afterQuiet } from '#domain/quiet-hours.ts'
import { duringJob } from '../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { defineTask, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { loadStaff } from '../../../platform/viewer-store.ts'
import { tellMany } from '../messages/public.ts'
import { type BroadcastRow, keepCompanies, lockBroadcast, nextCompanies, setDecided, setDue, setEnded, setStopped } from './store.ts'
import { dayOf, sendingRules } from './terms.ts'
import { audienceCompanies } from './views.ts'

export const broadcastWork = defineTask('broadcasts.send', Type.Object({ broadcast_id: Id }))

/** So many companies are told in one transaction; between two, whoever waits for the database comes in. */
const PORTION = 250
const PAUSE_MS = 60
const MAY_NO_LONGER = '送审人已离岗，或岗位已没有群发的权限，没有发的不再发'

/** Null: he may send no more. */
async function senderOf(database: DatabaseHandle, { senderId }: BroadcastRow, now: Date): Promise<Viewer | null> {
  const sender = senderId === null ? null : await loadStaff(database, senderId, now)
  return sender?.staff?.permissions.has('messages.send') ? sender : null
}

/**
 * The next of them, told and noted in one transaction: killed in between, neither is there. A moment: it waits until then. 'over': it is at an
 * end, or somebody stopped it.
 */
async function portion(trx: Connection, database: DatabaseHandle, id: number, now: Date): Promise<'more' | 'over' | Date> {
  const row = await lockBroadcast(trx, id)
  if (row === null || row.dueAt === null || row.endedAt !== null) return 'over'
  const { quiet, perDay } = await sendingRules(trx)
  const due = afterQuiet(row.dueAt > now ? row.dueAt : now, quiet)
  if (due > now) {
    if (due.getTime() !== row.dueAt.getTime()) await setDue(trx, id, due)
    return due
  }
  const sender = await senderOf(database, row, now)
  if (sender === null) {
    await setStopped(trx, id, '系统', MAY_NO_LONGER, now)
    return 'over'
  }
  if (row.listedAt === null) {
    // As its sender sees them at this moment.
    const companies = await duringJob(sender, `job ${broadcastWork.name}`, () =>
      audienceCompanies(trx, row.audience, row.segments ?? [], now),
    )
    await keepCompanies(trx, id, companies, now)
  }
  const next = await nextCompanies(trx, id, PORTION, dayOf(now))
  if (next.length === 0) {
    await setEnded(trx, id, now)
    return 'over'
  }
  const decided = next.map(({ companyId, isPassed, hadToday }) => ({
    companyId,
    state: isPassed ? (hadToday >= perDay ? ('often' as const) : ('sent' as const)) : ('refused' as const),
  }))
  const { title, text, url } = row
  const told = decided.filter(({ state }) => state === 'sent')
  await tellMany(
    trx,
    told.map(({ companyId }) => ({ companyId, kind: 'activity' as const, title, text, url, key: `broadcast:${id}` })),
    now,
  )
  await setDecided(trx, id, decided, now)
  return 'more'
}

export function broadcastTasks(database: DatabaseHandle, queue: Jobs): readonly TaskWork[] {
  return [
    workOf(broadcastWork, async ({ broadcast_id: id }, began) => {
      const from = performance.now()
      for (;;) {
        const now = new Date(began.getTime() + performance.now() - from)
        const said = await transact(database.db, (trx) => portion(trx, database, id, now))
        if (said === 'over') return
        if (said instanceof Date) {
          await queue.enqueue(database.db, broadcastWork, { broadcast_id: id }, { runAt: said })
          return
        }
        await sleep(PAUSE_MS)
      }
    }),
  ]
}
