import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createPort } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { createServer } from 'vite'
import { defaultDataDir } from '../apps/server/src/platform/embedded/default-data-dir.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { MIGRATIONS_DIR } from '../apps/server/src/platform/migrations.ts'
import type { PageBundle } from '../apps/server/src/platform/page-bundle.ts'
import { pageHtml } from '../apps/server/src/platform/page-html.ts'

/**
 * npm run dev: the demo shop for those who work on it. Saved pages are seen at once (Vite swaps what changed in the browser), saved
 * services after the server's restart, which the database outlives. Pages are drawn here from their sources, as the server draws
 * them from the built bundle; everything else is asked of the server.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')
const port = Number(process.env.PORT ?? 4730)
const host = process.env.HOST ?? '127.0.0.1'
/** Pages of the other site: a Vite of its own makes them. */
const CONSOLE = '^/console(?:/|$|\\?)'
/** Its Vite knows its first page by /console/ alone; the server, and every link, by /console. */
const atItsRoot = (path: string): string => path.replace(/^\/console(?=\?|$)/, '/console/')
/** What the server answers itself; every other GET is a page, or a source that Vite knows. */
const SERVERS_OWN = '^/(?:api|open|gateway|demo|img|healthz|readyz|desktop\\.url)(?:/|$|\\?)'
const LOOK_MS = 50
const PATIENCE_MS = 3_000
/** A saved file in one of these is the server's as well as, perhaps, the pages'. */
const SERVER_SOURCES = [
  'apps/server/src',
  'apps/server/migrations',
  'apps/server/demo',
  'apps/server/law',
  'packages/contract',
  'packages/domain',
]

async function freePort(): Promise<number> {
  const server = createPort().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** A page as the server draws it, from sources: its styles come with its scripts. */
const drawPages = (server: string): Plugin => ({
  name: 'draw-pages',
  configureServer: (vite: ViteDevServer) => () => {
    vite.middlewares.use((async (request, response, next) => {
      const url = request.originalUrl ?? '/'
      if (request.method !== 'GET') return next()
      const { cookie, 'user-agent': agent } = request.headers
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      try {
        const { render } = (await vite.ssrLoadModule('/src/entry.server.tsx')) as Pick<PageBundle, 'render'>
        const rendered = await render({
          url: `http://shop${url}`,
          now: Date.now(),
          signal: gone.signal,
          get: async (path) => {
            const answer = await fetch(server + path, { headers: { ...(cookie && { cookie }), ...(agent && { 'user-agent': agent }) } })
            return { status: answer.status, body: answer.headers.get('content-type')?.includes('json') ? await answer.json() : null }
          },
        })
        if (rendered.kind === 'redirect') {
          response.writeHead(302, { location: rendered.location }).end()
          return
        }
        if (rendered.problem) console.error(rendered.problem)
        const html = pageHtml(rendered, { entry: 'src/entry.client.tsx', styles: [], preloads: [] })
        response
          .writeHead(rendered.status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
          .end(await vite.transformIndexHtml(url, html))
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        next(error)
      }
    }) as Connect.NextHandleFunction)
  },
})

const dataDir = process.env.DATA_DIR ?? defaultDataDir(ROOT)
const embedded = process.env.DATABASE_URL ? null : await openEmbeddedDatabase(dataDir, { say: (line) => console.log(line) })
const serverPort = await freePort()
const server = `http://127.0.0.1:${serverPort}`
/** again: whoever works on it knows the address and the accounts by now. */
function startServer(again: boolean): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'main.ts'), '--behind', ...(again ? ['--again'] : [])], {
    cwd: ROOT,
    // The channel between the two closes with this process, however it goes, and the server stops in order.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      DEMO: '1',
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: embedded?.url ?? process.env.DATABASE_URL,
      PORT: String(serverPort),
      HOST: '127.0.0.1',
    },
  })
}
const isReady = () =>
  fetch(`${server}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
/** False: it ended before it was ready. */
async function untilReady(child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null) {
    if (await isReady()) return true
    await sleep(LOOK_MS)
  }
  return false
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // Whoever changes a service does not wait for what a browser keeps open.
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(timer)
}

const ANEW = `要从头建库：停下，删去 ${dataDir}（里面只有演示数据时），再 npm run dev`
const NOT_STARTED = `服务没有启动，原因见上：改好保存即重试。是数据库跟不上迁移（换了分支、改了编号）时，${ANEW}`

/** A migration that the database has taken runs no second time, whatever is saved in it. */
async function sayIfTaken(name: string): Promise<void> {
  const client = new Client({ connectionString: embedded?.url ?? process.env.DATABASE_URL })
  try {
    await client.connect()
    const { rows } = await client.query('select from migration where name = $1', [name])
    if (rows.length > 0) console.log(`迁移 ${name} 在这个数据库里已经执行过，改动不会再执行。${ANEW}`)
  } catch {
    // A database that is not there yet has taken none.
  } finally {
    await client.end().catch(() => undefined)
  }
}

let stopping = false
let child = startServer(false)
const consolePort = await freePort()
const consoleVite = await createServer({
  configFile: join(ROOT, 'apps', 'console', 'vite.config.ts'),
  // Each site its own: in one folder the second throws away what the first has made ready, and its pages stay white.
  cacheDir: join(ROOT, 'node_modules', '.vite', 'console'),
  server: { port: consolePort, host, strictPort: true, hmr: { clientPort: consolePort } },
})
const vite = await createServer({
  configFile: join(ROOT, 'apps', 'storefront', 'vite.config.ts'),
  cacheDir: join(ROOT, 'node_modules', '.vite', 'storefront'),
  appType: 'custom',
  server: {
    port,
    host,
    strictPort: true,
    proxy: { [SERVERS_OWN]: { target: server, ws: true }, [CONSOLE]: { target: `http://${host}:${consolePort}`, rewrite: atItsRoot } },
  },
  plugins: [drawPages(server)],
})
const isUp = await untilReady(child)
await consoleVite.listen()
await vite.listen()
console.log(
  `开发用商城：http://${host}:${port}，运营后台 /console（页面保存即见，服务保存后自动重启；这里的数据在 ${dataDir}）${isUp ? '' : `\n${NOT_STARTED}`}`,
)

let saved = 0
let isRestarting = false
/** One restart after the other, however many files are saved meanwhile. */
async function restart(): Promise<void> {
  saved += 1
  if (isRestarting) return
  isRestarting = true
  for (let seen = 0; seen !== saved && !stopping; ) {
    seen = saved
    const began = performance.now()
    await end(child)
    if (stopping) return
    child = startServer(true)
    if (!(await untilReady(child))) {
      if (seen === saved) console.log(NOT_STARTED)
      continue
    }
    console.log(`服务已重启，用时 ${((performance.now() - began) / 1000).toFixed(1)} 秒`)
    vite.ws.send({ type: 'full-reload' })
  }
  isRestarting = false
}
vite.watcher.add(SERVER_SOURCES.map((path) => join(ROOT, path)))
vite.watcher.on('all', (event, file) => {
  if (event === 'change' && file.startsWith(MIGRATIONS_DIR)) void sayIfTaken(basename(file, '.sql'))
  const isSource = event === 'change' || event === 'add' || event === 'unlink'
  if (isSource && !file.endsWith('.test.ts') && SERVER_SOURCES.some((path) => file.startsWith(join(ROOT, path, '/')))) void restart()
})

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await vite.close()
  await consoleVite.close()
  await end(child)
  await embedded?.stop()
  process.exit(0)
}
// Vite's own listener would end the process before server and database have stopped.
process.removeAllListeners('SIGTERM')
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
if (process.channel) process.once('disconnect', () => void stop())
