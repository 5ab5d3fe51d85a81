import type { DataOf } from '#contract/call.ts'
import type { staffFigureRemakeState } from '#contract/figures.ts'
import { addDays, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { transact } from '../../../platform/transact.ts'
import { makeDay, sumMonths } from './making.ts'
import { daysAsked } from './report.ts'
import { insertRemake, lastRemake, openRemake, type RemakeRow, tellRemake } from './store.ts'
import { remaking } from './task-names.ts'

type Wire = DataOf<typeof staffFigureRemakeState>

const wireOf = (row: RemakeRow | null): Wire => ({
  remake: row && {
    id: row.id,
    from: row.fromDay,
    to: row.toDay,
    days: daysBetween(row.fromDay, row.toDay) + 1,
    done: row.done,
    state: row.state,
    asked_by: row.askedBy,
    asked_at: row.askedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    note: row.note,
  },
})

export const remakeState = async ({ db }: DatabaseHandle): Promise<Wire> => wireOf(await lastRemake(db))

export async function askRemake(
  { db }: DatabaseHandle,
  jobs: Jobs,
  staff: StaffActor,
  asked: { from: TradeDate; to: TradeDate },
  now: Date,
): Promise<Wire> {
  const { from, to } = daysAsked(asked, now)
  if (to > beijingDate(now)) throw fieldErrors([{ field: 'to', message: '不能晚于今天' }])
  return transact(db, async (trx) => {
    const row = await insertRemake(trx, { fromDay: from, toDay: to, askedBy: staff.name }, now)
    if (row === null) throw conflict('已有一次重算在进行，请等它完成')
    await jobs.enqueue(trx, remaking, { remake_id: row.id })
    await writeAudit(trx, staff, { action: 'figures.remake', subject: `figure_remake:${row.id}`, before: null, after: { from, to } }, now)
    return wireOf(row)
  })
}

/** So long at a time: what customers wait for needs the queue's places too. */
const TURN_MS = 20_000

/** The latest day first, each in a transaction of its own; begun anew it goes on where it was. */
export async function workRemake(database: DatabaseHandle, jobs: Jobs, id: number, now: Date): Promise<void> {
  const { db } = database
  const row = await openRemake(db, id)
  if (row === null) return
  const days = daysBetween(row.fromDay, row.toDay) + 1
  const began = performance.now()
  try {
    for (let { done } = row; done < days; ) {
      await makeDay(database, addDays(row.toDay, -done), now)
      done += 1
      await tellRemake(db, id, { done, state: 'running', endedAt: null })
      if (done < days && performance.now() - began > TURN_MS) {
        await jobs.enqueue(db, remaking, { remake_id: id })
        return
      }
    }
    await sumMonths(database, now)
  } catch (error) {
    // What was made is right; whoever asked may ask again. The queue's own try finds it ended.
    const { done = row.done } = (await openRemake(db, id)) ?? {}
    await tellRemake(db, id, { done, state: 'failed', endedAt: now, note: '重算时出错，已重算的日期有效，请再试一次' })
    throw error
  }
  await tellRemake(db, id, { done: days, state: 'done', endedAt: now })
}
