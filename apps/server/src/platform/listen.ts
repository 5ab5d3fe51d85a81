import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { endOrCut } from './silence.ts'

const RETRY_MS = 1_000
/** A connection that the network lost without a word is noticed by asking it something. */
const PULSE_MS = 10_000

interface Ear {
  /** Channels of PostgreSQL, by names that need no quotes. */
  channels: readonly string[]
  heard: (channel: string, payload: string) => void
  /** Nothing is heard until begun() is called again. */
  lost?: () => void
  /** Listens now; what was told before this went unheard. Called at the start and after every loss. */
  begun: () => void
}

/** A connection of its own that hears what any process tells with NOTIFY, and comes back by itself when it is lost. */
export function listenTo(url: string, ear: Ear, log: FastifyBaseLogger): { stop: () => Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  function lost(error: unknown): void {
    if (stopped || client === null) return
    log.warn({ err: error, channels: ear.channels }, 'a listener lost its connection')
    const broken = client
    client = null
    clearTimeout(timer)
    ear.lost?.()
    void endOrCut(broken)
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
    fresh.on('notification', ({ channel, payload = '' }) => ear.heard(channel, payload))
    fresh
      .connect()
      .then(() => fresh.query(ear.channels.map((channel) => `listen ${channel}`).join('; ')))
      .then(() => {
        if (stopped || client !== fresh) return
        ear.begun()
        pulse(fresh)
      })
      .catch(lost)
  }

  listen()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (client) await endOrCut(client)
    },
  }
}
