import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const READY = /已启动.*：(http:\/\/\S+)$/

export interface RunningShop {
  origin: string
  stop: () => Promise<void>
}

/** The server as its operator starts it, on a port that the system chooses. The demo in the database stays as it is. more: what a journey has otherwise. */
export async function startShop(databaseUrl: string, more: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      // What signs its papers lies there, the same for every copy of the demo.
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: databaseUrl,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      ...more,
    },
    // By the channel the shop notices when we are gone, however we went.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const origin = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const [, found] = READY.exec(line) ?? []
      if (found) resolve(found.replace('localhost', '127.0.0.1'))
    })
  })
  const failed = ended.then(([code]) => {
    throw new Error(`the journeys' shop did not start, or ended (${code})`)
  })
  failed.catch(() => undefined)
  return {
    origin: await Promise.race([origin, failed]),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
