import type { FastifyBaseLogger } from 'fastify'
import { listenTo } from './listen.ts'
import type { Sessions } from './session.ts'

/** The channel of migration 0003's triggers. Payload: a session's token hash in hex, '' = anything of anybody. */
export const VIEWER_CHANNEL = 'viewer_changed'

export const isTokenHash = (payload: string): boolean => payload.length === 64

/**
 * Hears what any process changed of companies, papers, accounts and sessions (triggers of migration 0003) and drops what
 * this process remembers of them. While the connection is lost changes go unheard, so everything is dropped with it.
 */
export function followViewerChanges(url: string, sessions: Sessions, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  const forgetAll = () => sessions.forget()
  return listenTo(
    url,
    {
      channels: [VIEWER_CHANNEL],
      heard: (_, payload) => sessions.forget(isTokenHash(payload) ? payload : undefined),
      lost: forgetAll,
      // What changed between the last word heard and this listen.
      begun: forgetAll,
    },
    log,
  )
}
