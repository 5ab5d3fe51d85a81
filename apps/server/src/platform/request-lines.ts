import type { FastifyInstance } from 'fastify'
import { classOf } from './metrics.ts'
import { isPageCall } from './request-limits.ts'
import { traceId } from './trace.ts'

/** With LOG_LEVEL=info a line for each answer: by route and class, without what was asked or who it is. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isPageCall(request)) return done()
    const { url: route = 'none' } = request.routeOptions
    const trace = traceId()
    request.log.info(
      {
        method: request.method,
        route,
        class: classOf(request.routeOptions.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.viewer && { account: request.viewer.accountId }),
        ...(trace !== '' && { trace }),
      },
      'answered',
    )
    done()
  })
}
