import { writeAudit } from '../../../platform/audit.ts'
import { duringAgreedJob } from '../../../platform/audit-call.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { backRows, type Putting, putRows } from './putting.ts'
import { dueLists, holdList, type ListHead, nextRows, setList, updateRows } from './store.ts'
import { sumsOf } from './views.ts'

/** The clock looks every minute for lists whose moment has come, and for those that a process left half done. */
export const listWork = defineTask('pricelists.work', NO_PAYLOAD, { cron: '* * * * *', alone: true })

/** Prices that change in one transaction: so many rows are locked for a part of a second. */
const PORTION = 500

export const reasonOf = ({ id, name, reason }: Pick<ListHead, 'id' | 'name' | 'reason'>): string => `调价单 ${id}“${name}”：${reason}`
export const backReasonOf = ({ id, name, backReason }: Pick<ListHead, 'id' | 'name' | 'backReason'>): string =>
  `回滚调价单 ${id}“${name}”：${backReason}`

interface Direction {
  from: 'ready' | 'done'
  under: 'applying' | 'rolling'
  /** By whose wish. */
  of: (list: ListHead) => Pick<Putting, 'actor' | 'reason'> & { approved: string; approval: number | null }
  put: typeof putRows
  end: (now: Date) => Parameters<typeof setList>[2]
  action: 'price_list.apply' | 'price_list.restored'
}

const FORWARD: Direction = {
  from: 'ready',
  under: 'applying',
  of: (list) => ({
    actor: { accountId: list.askedId, name: list.askedBy },
    reason: reasonOf(list),
    approved: list.approvedBy,
    approval: list.approvalId,
  }),
  put: putRows,
  end: (now) => ({ state: 'live', applied_at: now }),
  action: 'price_list.apply',
}
const BACK: Direction = {
  from: 'done',
  under: 'rolling',
  of: (list) => ({
    actor: { accountId: list.backId, name: list.backBy },
    reason: backReasonOf(list),
    approved: list.backApprovedBy,
    approval: list.backApprovalId,
  }),
  put: backRows,
  end: (now) => ({ state: 'rolled_back', back_at: now }),
  action: 'price_list.restored',
}

/**
 * One portion of a list, in a transaction of its own that holds the list: another process that comes to it goes on with other lists, and a
 * row is changed and marked as such together. True: there may be more.
 */
export async function workPortion({ db }: DatabaseHandle, id: number, now: Date): Promise<boolean> {
  return transact(db, async (trx) => {
    const list = await holdList(trx, id)
    const isDue = list?.state === 'scheduled' && (list.startsAt === null || list.startsAt <= now)
    if (list === null || !(isDue || list.state === 'applying' || list.state === 'rolling')) return false
    const way = list.state === 'rolling' ? BACK : FORWARD
    const { actor, reason, approved, approval } = way.of(list)
    const agreed = approval === null ? null : { request: approval, asked: actor.name, approved }
    return duringAgreedJob(actor.accountId, `job ${listWork.name}`, agreed, reason, async () => {
      const rows = await nextRows(trx, id, way.from, PORTION)
      if (rows.length > 0) {
        await updateRows(trx, id, await way.put(trx, rows, { listId: id, actor, reason, now }))
        if (list.state !== way.under) await setList(trx, id, { state: way.under })
        return true
      }
      await setList(trx, id, way.end(now))
      const { states } = await sumsOf(trx, id)
      const after = Object.fromEntries(states.map(({ state, rows: count }) => [state, count]))
      await writeAudit(trx, actor, { action: way.action, subject: `price_list:${id}`, before: null, after }, now)
      return false
    })
  })
}

export async function workLists(database: DatabaseHandle, now: Date): Promise<void> {
  const failures = collectFailures()
  for (const id of await dueLists(database.db, now))
    await failures.one(`price_list:${id}`, async () => {
      for (let more = true; more; ) more = await workPortion(database, id, now)
    })
  failures.report()
}

export const priceListTasks = (database: DatabaseHandle): readonly TaskWork[] => [workOf(listWork, (_, now) => workLists(database, now))]
