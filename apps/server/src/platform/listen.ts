import pg from 'pg'
import { endOrCut } from './silence.ts'

const RETRY_MS = 1_000
/** The first new try comes at once: most connections are lost alone, and not with their server. */
const FIRST_RETRY_MS = 20
/** A connection that the network lost without a word is noticed by asking it something. */
const PULSE_MS = 10_000
/** Longer than anything that is asked here takes. */
const ANSWER_MS = 5_000

interface Ear {
  /** Channels of PostgreSQL, by names that need no quotes. */
  channels: () => readonly string[]
  heard: (channel: string, payload: string) => void
  /** Nothing is heard until begun() is called again. */
  lost?: () => void
  /** Listens now; what was told before this went unheard. Called at the start and after every loss. */
  begun: () => void
}

export interface Listener {
  /** The connection while it listens; for short questions that must not wait for the pool. */
  client: () => pg.Client | null
  /** One channel more; begun() is called when it is heard too. */
  add: (channel: string) => void
  stop: () => Promise<void>
}

/** A connection of its own that hears what any process tells with NOTIFY, and comes back by itself when it is lost. */
export function listenTo(url: string, ear: Ear, onTrouble: (what: string, error?: unknown) => void): Listener {
  let stopped = false
  let client: pg.Client | null = null
  let isListening = false
  let begunAt = 0
  let timer: NodeJS.Timeout | undefined

  function lost(of: pg.Client, error: unknown): void {
    if (stopped || client !== of) return
    onTrouble('the listening connection was lost', error)
    client = null
    const wasListening = isListening
    isListening = false
    clearTimeout(timer)
    if (wasListening) ear.lost?.()
    void endOrCut(of)
    timer = setTimeout(listen, wasListening && performance.now() - begunAt > RETRY_MS ? FIRST_RETRY_MS : RETRY_MS)
  }

  function pulse(of: pg.Client): void {
    timer = setTimeout(() => {
      of.query('select 1').then(
        () => {
          if (!stopped && of === client) pulse(of)
        },
        (error) => lost(of, error),
      )
    }, PULSE_MS)
  }

  function listen(): void {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'anheng-listen',
      connectionTimeoutMillis: 10_000,
      query_timeout: ANSWER_MS,
    })
    client = fresh
    fresh.on('error', (error) => lost(fresh, error))
    fresh.on('end', () => lost(fresh, new Error('closed by the server')))
    fresh.on('notification', ({ channel, payload = '' }) => ear.heard(channel, payload))
    fresh
      .connect()
      .then(() =>
        fresh.query(
          ear
            .channels()
            .map((channel) => `listen ${channel}`)
            .join('; '),
        ),
      )
      .then(() => {
        if (stopped || client !== fresh) return
        isListening = true
        begunAt = performance.now()
        ear.begun()
        pulse(fresh)
      })
      .catch((error) => lost(fresh, error))
  }

  listen()
  return {
    client: () => (isListening ? client : null),
    add(channel) {
      const now = client
      // One that is being opened asks for its channels when it is there.
      if (now === null || !isListening) return
      now.query(`listen ${channel}`).then(
        () => {
          if (now === client) ear.begun()
        },
        (error) => lost(now, error),
      )
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (client) await endOrCut(client)
    },
  }
}
