import { browserError } from '#contract/background.ts'
import type { ModuleContext } from '../../../context.ts'

/** A page that goes wrong for everybody says so a thousand times in a minute; the log has enough of these. */
const LINES_A_MINUTE = 30
const MINUTE_MS = 60_000

/** What pages tell of themselves: counted, and written into the log as far as there is room. */
export function browserErrorRoutes({ app, serve, deps: { metrics } }: ModuleContext): void {
  let minute = 0
  let written = 0
  serve(browserError, ({ body, now }) => {
    metrics?.browserError(body.site)
    const at = Math.floor(now.getTime() / MINUTE_MS)
    if (at !== minute) written = 0
    minute = at
    if (written < LINES_A_MINUTE) app.log.warn({ browser: body }, 'a page went wrong')
    written += 1
    return {}
  })
}
