import type { FastifyInstance } from 'fastify'
import type { DatabaseHandle } from './database.ts'
import type { Watch } from './watch.ts'

/** Whoever asks for readiness wants an answer, not a wait. */
const ANSWER_MS = 3_000

interface HealthDeps {
  database: DatabaseHandle
  search: { isReady: () => boolean }
  watch?: Watch
}

export function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  })
  // The late answer of a lost one is nobody's matter any more.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * /healthz: the process lives. /readyz: it can serve — the database answers within seconds, the search index is built and
 * not old, not draining.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' })
    try {
      await soon(deps.database.pool.query('select 1'))
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
    if (!deps.search.isReady()) return reply.code(503).send({ status: 'search index is being built' })
    const stale = deps.watch?.stale() ?? []
    if (stale.length > 0) return reply.code(503).send({ status: `not up to date: ${stale.join(', ')}` })
    return { status: 'ready' }
  })
}
