import {
  recallConfirm,
  recallList,
  recallReturn,
  staffRecall,
  staffRecallAnswer,
  staffRecallList,
  staffRecallRegister,
  staffRecallRemind,
  staffRecallStart,
} from '#contract/recalls.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { ownRecall, recallsOf, returnRecalled } from './buyer.ts'
import { closeDeed } from './close-deed.ts'
import { answerRecall, recallForStaff, recallsForStaff, registerRecall, remindRecall, remindRecalls, startRecall } from './service.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

export function recallRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  serve(recallList, ({ viewer, query, now }) => recallsOf(database, viewer.company.id, query, now))
  serve(recallConfirm, async ({ viewer, params, body, now }) => {
    const companyId = viewer.company.id
    const answer = { by: viewer.name, kept: body.kept, note: (body.note ?? '').trim() }
    await answerRecall(database, { recallId: params.id, companyId, staff: null }, answer, now)
    return ownRecall(database, companyId, params.id, now)
  })
  serve(recallReturn, ({ viewer, params, body, now }) =>
    returnRecalled(database, { companyId: viewer.company.id, accountId: viewer.accountId, name: viewer.name }, params.id, body, now),
  )

  serve(staffRecallStart, async ({ viewer, body, now }) => {
    const id = await startRecall(database, staffOf(viewer), body, now)
    return recallForStaff(database, id, {}, now)
  })
  serve(staffRecallList, ({ query }) => recallsForStaff(database, query))
  serve(staffRecall, ({ params, query, now }) => recallForStaff(database, params.id, query, now))
  serve(staffRecallRemind, async ({ viewer, params, now }) => ({
    reminded: await remindRecall(database, staffOf(viewer), params.id, now),
  }))
  serve(staffRecallAnswer, async ({ viewer, params, body, now }) => {
    const answer = { by: viewer.name, kept: body.kept, note: body.note.trim() }
    await answerRecall(database, { recallId: params.id, companyId: body.company_id, staff: staffOf(viewer) }, answer, now)
    return recallForStaff(database, params.id, {}, now)
  })
  serve(staffRecallRegister, async ({ viewer, params, body, now }) => {
    await registerRecall(database, staffOf(viewer), params.id, body.reason.trim(), now)
    return recallForStaff(database, params.id, {}, now)
  })
  approvals.serve(closeDeed)
}

// In the morning: somebody reads it.
const reminding = defineTask('recalls.remind', NO_PAYLOAD, { cron: '0 1 * * *', formerly: ['recalls_remind'] })

export const recallTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(reminding, (_payload, now) => remindRecalls(database, now)),
]
