import { staffWork, staffWorkLeave, staffWorkTake } from '#contract/work.ts'
import type { ModuleContext } from '../../../context.ts'
import { leaveWork, takeWork, workUnderWay } from './service.ts'

export function workRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffWork, async ({ viewer, params, now }) => ({ list: await workUnderWay(database, viewer.accountId, params.kind, now) }))
  serve(staffWorkTake, ({ viewer: { accountId, name }, params, body, now }) =>
    takeWork(database, { accountId, name }, params, body.over === 1, now),
  )
  serve(staffWorkLeave, async ({ viewer: { accountId, name }, params, now }) => {
    await leaveWork(database, { accountId, name }, params, now)
    return {}
  })
}
