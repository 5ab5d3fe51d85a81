import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../app.ts'

export interface PageRenderer {
  render: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** The buyers' pages: built assets, and every other GET rendered on the server. */
export async function servePages(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { pages } = deps
  if (pages === null) return
  app.get('/*', async (request, reply) => pages.render(request, reply))
}
