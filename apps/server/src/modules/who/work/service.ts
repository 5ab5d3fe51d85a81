import type { WorkHolderWire, WorkKind } from '#contract/work.ts'
import { WORK_IDLE_MINUTES } from '#contract/work.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { forgetIdle, holderOf, isThere, keep, leave, lockPiece, putHolder, type Taken, takenOf } from './store.ts'

const MINUTE_MS = 60_000
/** A key a second is no news: the holder is written down as seen so often at most. */
const SEEN_EVERY_MS = 5 * MINUTE_MS

const wireOf = (taken: Taken, accountId: number): WorkHolderWire => ({
  id: taken.subjectId,
  holder: taken.name,
  mine: taken.accountId === accountId ? 1 : 0,
  since: taken.takenAt.toISOString(),
})

export async function workUnderWay({ db }: DatabaseHandle, accountId: number, kind: WorkKind, now: Date): Promise<WorkHolderWire[]> {
  return (await takenOf(db, kind, now)).map((taken) => wireOf(taken, accountId))
}

/** Of two who take a free piece at once the first has it, and the other is told so. */
export async function takeWork(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { kind, id }: { kind: WorkKind; id: number },
  over: boolean,
  now: Date,
): Promise<WorkHolderWire> {
  return transact(db, async (trx) => {
    if (!(await isThere(trx, kind, id))) throw notFound('事项')
    await lockPiece(trx, kind, id)
    const before = await holderOf(trx, kind, id, now)
    const isMine = before?.accountId === staff.accountId
    if (before !== null && !isMine && !over) return wireOf(before, staff.accountId)
    if (before !== null && isMine && now.getTime() - before.keptAt.getTime() < SEEN_EVERY_MS) return wireOf(before, staff.accountId)
    await (isMine ? keep(trx, kind, id, now) : putHolder(trx, kind, id, staff.accountId, now))
    await writeAudit(
      trx,
      staff,
      {
        action: isMine ? 'work.keep' : before === null ? 'work.take' : 'work.take_over',
        subject: `${kind}:${id}`,
        before: before && { holder: before.name },
        after: { holder: staff.name },
      },
      now,
    )
    if (!isMine) await tellLive(trx, { staff: true }, { type: 'work', kind })
    return { id, holder: staff.name, mine: 1, since: (isMine ? before.takenAt : now).toISOString() }
  })
}

/** As part of a deed that puts itself on record: from now on it is his. Answers who had it; null: nobody. */
export async function handWork(
  trx: Connection,
  { kind, id }: { kind: WorkKind; id: number },
  to: number,
  now: Date,
): Promise<number | null> {
  await lockPiece(trx, kind, id)
  const before = await holderOf(trx, kind, id, now)
  await putHolder(trx, kind, id, to, now)
  await tellLive(trx, { staff: true }, { type: 'work', kind })
  return before?.accountId ?? null
}

export async function leaveWork(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { kind, id }: { kind: WorkKind; id: number },
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    if (!(await leave(trx, kind, id, staff.accountId))) return
    await writeAudit(
      trx,
      staff,
      { action: 'work.leave', subject: `${kind}:${id}`, before: { holder: staff.name }, after: { holder: '' } },
      now,
    )
    await tellLive(trx, { staff: true }, { type: 'work', kind })
  })
}

const clear = defineTask('work.clear', NO_PAYLOAD, { cron: '20 19 * * *' })

export const workTasks = ({ db }: DatabaseHandle): readonly TaskWork[] => [
  workOf(clear, (_, now) => forgetIdle(db, new Date(now.getTime() - WORK_IDLE_MINUTES * MINUTE_MS))),
]
