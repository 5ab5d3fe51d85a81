import pg from 'pg'

/**
 * Connections whose other end went away without a word (a failover, a firewall that forgot them): nothing is ever heard on
 * them again, and the operating system alone would wait for a quarter of an hour. They are cut here, so that who waits on
 * one gets an error and the pool opens another.
 */

const LOOK_EVERY_MS = 1_000
const PULSE_EVERY_MS = 5_000
/** A server that does not answer `select 1` for so long is gone, or as good as. */
const PULSE_PATIENCE_MS = 8_000
const RECONNECT_MS = 1_000
export const END_PATIENCE_MS = 2_000

type Trouble = (what: string, error?: unknown) => void

interface Waiting {
  questions: number
  /** When the last answer came, or the first question was put. */
  since: number
  /** Stood when the server was found silent and has said nothing since: it is given up this long after its question. */
  suspectMs: number | null
}

/** Cutting the socket fails what waits on it, with the error. pg has no public way that does not wait for the other end. */
function cut(client: pg.ClientBase, why: string): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: (error: Error) => void } } }
  connection.stream.destroy(new Error(why))
}

/** Ends in order where the other end takes part in it; one that is silent is not waited for. */
export async function endOrCut(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cut(client, 'the database went silent'), END_PATIENCE_MS)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

/**
 * Clocks are looked at before sockets are: where this process itself stood still (a machine put to sleep, a task that took all),
 * the answer lies there unread. It is read first.
 */
const heardOut = (judge: () => void): void => void setImmediate(judge)

export function watchSilence(pool: pg.Pool, patienceMs: number, onTrouble: Trouble) {
  const connections = new Map<pg.ClientBase, Waiting>()

  pool.on('connect', (client) => {
    const waiting: Waiting = { questions: 0, since: 0, suspectMs: null }
    connections.set(client, waiting)
    client.once('end', () => connections.delete(client))
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown
    const answered = () => {
      waiting.questions -= 1
      waiting.since = performance.now()
      waiting.suspectMs = null
    }
    client.query = ((...args: unknown[]) => {
      const callback = args.findLast((arg) => typeof arg === 'function') as ((...answer: unknown[]) => unknown) | undefined
      const begin = () => {
        if (waiting.questions === 0) waiting.since = performance.now()
        waiting.questions += 1
      }
      if (callback) {
        begin()
        return ask(
          ...args.map((arg) =>
            arg === callback
              ? (...answer: unknown[]) => {
                  answered()
                  return callback(...answer)
                }
              : arg,
          ),
        )
      }
      const result = ask(...args)
      // A stream (COPY) is watched by who reads it.
      if (!(result instanceof Promise)) return result
      begin()
      result.then(answered, answered)
      return result
    }) as typeof client.query
  })
  pool.on('remove', (client) => connections.delete(client))

  function cutWhere(isLost: (waiting: Waiting, quietFor: number) => boolean, why: string): void {
    const now = performance.now()
    const lost = [...connections].filter(([, waiting]) => isLost(waiting, now - waiting.since))
    for (const [client] of lost) cut(client, why)
    if (lost.length > 0) onTrouble(`${lost.length} database connections were given up: ${why}`)
  }

  const timer = setInterval(() => {
    const isLost = ({ questions, suspectMs }: Waiting, quietFor: number) => questions > 0 && quietFor > (suspectMs ?? patienceMs)
    heardOut(() => cutWhere(isLost, 'the database did not answer'))
  }, LOOK_EVERY_MS).unref()

  return {
    /**
     * The server was found silent: what has waited as long as the pulse, or waits for nothing, is given up at once; what was
     * asked later gets as long.
     */
    sweep(quietMs: number): void {
      for (const waiting of connections.values()) waiting.suspectMs = quietMs
      cutWhere(({ questions }, quietFor) => questions === 0 || quietFor > quietMs, 'the database went silent')
    },
    /** At the end of a pool: who waits for nothing and does not end either is not waited for. */
    cutIdle(): void {
      cutWhere(({ questions }) => questions === 0, 'the database went silent')
    },
    stop: () => clearInterval(timer),
  }
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => heardOut(() => reject(new Error('the database did not answer'))), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export interface Pulse {
  /** How the server's own lists call the connection. */
  name: string
  /** Asks the server for something that it answers at once. A client not seen before is a new connection. */
  ask: (client: pg.Client) => Promise<unknown>
  /** A connection was found silent for so long, or broken, and is given up. */
  lost?: (quietMs: number) => void
}

/** Asks whether the server is there: one connection stands for all the others, which may be waiting for something lengthy. */
export const isThere = (lost: (quietMs: number) => void): Pulse => ({
  name: 'anheng-pulse',
  ask: (client) => client.query('select 1'),
  lost,
})

/** One connection that is never idle for long, and comes back by itself when it is lost. */
export function keepPulse(connection: pg.ClientConfig, { name, ask, lost }: Pulse, onTrouble: Trouble) {
  let stopped = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isDown = false
  let beating: Promise<void> = Promise.resolve()

  async function connected(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...connection, application_name: name, connectionTimeoutMillis: PULSE_PATIENCE_MS })
    fresh.on('error', () => undefined)
    await fresh.connect()
    return fresh
  }

  async function beat(): Promise<void> {
    const known = client
    try {
      client ??= await connected()
      await inTime(ask(client), PULSE_PATIENCE_MS)
      if (isDown) onTrouble('the database answers again')
      isDown = false
    } catch (error) {
      if (client !== null) cut(client, 'the database went silent')
      client = null
      if (stopped) return
      if (!isDown) onTrouble('the database does not answer', error)
      isDown = true
      if (known !== null) lost?.(PULSE_PATIENCE_MS)
    }
  }

  function again(ms: number): void {
    if (stopped) return
    timer = setTimeout(() => {
      beating = beat().then(() => again(client === null ? RECONNECT_MS : PULSE_EVERY_MS))
    }, ms).unref()
  }
  again(0)

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      // A connection that is just being opened is closed too.
      await beating
      if (client) await endOrCut(client)
    },
  }
}
