import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const LOOP_WATCH = new URL('./loop-watch.ts', import.meta.url).href
const READY_MS = 180_000

/** A shop in a process of its own, as it is served: what is done to it is done from outside. */
export interface TorturedShop {
  origin: string
  child: ChildProcess
  /** Milliseconds of the longest hold of its event loop since the last question. */
  loopHold: () => Promise<number>
  isReady: () => Promise<boolean>
  /** Resolves when /readyz says so, with the milliseconds that it took; throws when the process ends or the time is over. */
  untilReady: () => Promise<number>
  stop: () => Promise<number | null>
  /** kill -9, without a word. */
  kill: () => Promise<void>
  /** What it wrote to its error output, the last lines. */
  errors: () => string
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export async function startTorturedShop(where: { dataDir: string } | { databaseUrl: string }): Promise<TorturedShop> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', LOOP_WATCH, MAIN], {
    env: {
      ...process.env,
      ...('dataDir' in where ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }),
      DEMO: '1',
      // Limits by account would refuse most of what a few accounts ask here.
      REQUEST_LIMITS: '0',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let tail = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-20_000)
  })
  const origin = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const shop: TorturedShop = {
    origin,
    child,
    isReady,
    async loopHold() {
      const answered = once(child, 'message')
      child.send('loop')
      const [message] = (await answered) as [{ loop: number }]
      return message.loop
    },
    async untilReady() {
      const started = performance.now()
      while (!(await isReady())) {
        if (ended()) throw new Error(`the shop ended with ${child.exitCode ?? child.signalCode}:\n${tail}`)
        if (performance.now() - started > READY_MS) throw new Error(`the shop is not ready after ${READY_MS / 1000} s:\n${tail}`)
        await sleep(50)
      }
      return performance.now() - started
    },
    async stop() {
      if (!ended()) {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      return child.exitCode
    },
    async kill() {
      if (ended()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    errors: () => tail,
  }
  await shop.untilReady()
  return shop
}
