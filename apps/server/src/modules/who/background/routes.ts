import { staffJobDeed, staffJobs } from '#contract/background.ts'
import type { ModuleContext } from '../../../context.ts'
import { browserErrorRoutes } from './browser-errors.ts'
import { jobDeed, jobsOf } from './service.ts'

export function backgroundRoutes(context: ModuleContext): void {
  const {
    serve,
    deps: { database },
  } = context
  browserErrorRoutes(context)
  serve(staffJobs, ({ query }) => jobsOf(database, query))
  serve(staffJobDeed, async ({ viewer: { accountId, name }, params: { id, command }, body, now, say }) => {
    await jobDeed(database, { accountId, name }, id, { command, reason: body.reason ?? '' }, now)
    say(command === 'retry' ? '已排到最前，稍后执行' : '任务已删除')
    return {}
  })
}
