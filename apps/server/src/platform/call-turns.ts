import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lineKey } from './addresses.ts'
import { isPageCall } from './request-limits.ts'
import { createWorkLine, type WorkLine } from './work-line.ts'

/**
 * A minute's calls may come all at once: five hundred of one account stood in the line for the database before everybody else's, and
 * kept them waiting for eight seconds. So of one account, or one visitor's address, a few are in work and the others wait for those.
 */
export interface CallTurns {
  /** A browser opens six connections to one host. */
  inWorkEach: number
  each: number
  waiting: number
}
export const CALL_TURNS: CallTurns = { inWorkEach: 6, each: 600, waiting: 6_000 }

/** Another system is its key, from however many addresses it calls. */
function keyOf({ viewer, integration, ip }: FastifyRequest): string {
  if (integration !== null) return `key ${integration.keyId}`
  return viewer === null ? lineKey(ip) : `account ${viewer.accountId}`
}

/** Goes on with its turn, which lasts until the answer has left. */
const turn = (line: WorkLine, request: FastifyRequest, reply: FastifyReply): Promise<void> =>
  new Promise((resolve, reject) => {
    const answered = new Promise<void>((done) => {
      reply.raw.once('finish', done)
      reply.raw.once('close', done)
    })
    line({ key: keyOf(request), isGone: () => request.raw.socket.destroyed }, () => {
      resolve()
      return answered
    }).catch(reject)
  })

/**
 * Once the body is there: whoever sends it slowly holds no turn. Files have turns of their own, pages too, with what they ask in this
 * process.
 */
export function takeTurns(app: FastifyInstance, limits = CALL_TURNS): void {
  const line = createWorkLine({ ...limits, atOnce: Number.POSITIVE_INFINITY })
  app.addHook('preHandler', async (request, reply) => {
    const { call, file } = request.routeOptions.config
    if (call === undefined || file === true || isPageCall(request)) return
    await turn(line, request, reply)
  })
}
