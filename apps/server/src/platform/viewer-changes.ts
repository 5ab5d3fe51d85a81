import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Sessions } from './session.ts'

const RETRY_MS = 1_000
/** A connection that the network lost without a word is noticed by asking it something. */
const PULSE_MS = 30_000

const isTokenHash = (payload: string | undefined): payload is string => payload?.length === 64

/**
 * Hears what any process changed of companies, papers, accounts and sessions (triggers of migration 0003) and drops what
 * this process remembers of them. While the connection is lost changes go unheard, so everything is dropped with it.
 */
export function followViewerChanges(url: string, sessions: Sessions, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  function lost(error: unknown): void {
    if (stopped || client === null) return
    log.warn({ err: error }, 'the viewer_changed listener lost its connection')
    const broken = client
    client = null
    clearTimeout(timer)
    sessions.forget()
    broken.end().catch(() => undefined)
    timer = setTimeout(listen, RETRY_MS)
  }

  function pulse(of: pg.Client): void {
    timer = setTimeout(() => {
      of.query('select 1').then(() => {
        if (!stopped && of === client) pulse(of)
      }, lost)
    }, PULSE_MS)
  }

  function listen(): void {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'anheng-listen',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    client = fresh
    fresh.on('error', lost)
    fresh.on('end', () => lost(new Error('closed by the server')))
    fresh.on('notification', ({ payload }) => sessions.forget(isTokenHash(payload) ? payload : undefined))
    fresh
      .connect()
      .then(() => fresh.query('listen viewer_changed'))
      .then(() => {
        // What changed between the last word heard and this listen.
        sessions.forget()
        pulse(fresh)
      })
      .catch(lost)
  }

  listen()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
