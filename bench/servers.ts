import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SHOP_ENVIRONMENT, SHOP_FLAGS } from '../scripts/lib/shop-flags.mjs'
import { processorOf } from './processor.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface Running {
  origin: string
  /** What it has worked so far. */
  processorMs: () => number
  stop: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The shop as it is served, on the bench's own database. before: modules that are loaded before it. */
export async function startShop(
  databaseUrl: string,
  dataDir: string,
  { environment = {}, before = [] }: { environment?: Record<string, string>; before?: readonly string[] } = {},
): Promise<Running & { readyAfterMs: number; megabytes: () => Promise<number> }> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [...SHOP_FLAGS, ...before.flatMap((module) => ['--import', module]), here('../apps/server/src/main.ts')],
    {
      env: {
        NODE_ENV: 'production',
        ...SHOP_ENVIRONMENT,
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        DEMO: '0',
        REQUEST_LIMITS: '0',
        LOG_LEVEL: 'silent',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the shop ended with code ${child.exitCode}`)
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    origin,
    processorMs: () => processorOf(child.pid),
    readyAfterMs: performance.now() - started,
    stop: () => stopChild(child),
    async megabytes() {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)])
      return Number(stdout) / 1024
    },
  }
}

async function startSmall(args: readonly string[], environment: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const origin = `http://127.0.0.1:${Number(chunk.toString())}`
  return { origin, processorMs: () => processorOf(child.pid), stop: () => stopChild(child) }
}

/** The bare server that figures are held against. */
export const startLimit = (databaseUrl: string) => startSmall([here('./limit-server.ts')], { DATABASE_URL: databaseUrl })

/** Bare HTTP that answers the bytes of a file, packed in this way. */
export const startBytes = (file: string, encoding: string) => startSmall([here('./bytes-server.ts'), file, encoding], {})
