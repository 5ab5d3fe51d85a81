import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app.ts'

/** /healthz: the process lives. /readyz: it can serve — database reachable, search index built, not draining. */
export function healthRoutes(app: FastifyInstance, deps: AppDeps): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' })
    try {
      await deps.database.pool.query('select 1')
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
    if (!deps.search.isReady()) return reply.code(503).send({ status: 'search index is being built' })
    return { status: 'ready' }
  })
}
