import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { SCOPES } from '#domain/scopes.ts'
import { askDemoPapers, demoTasks } from '../demo/later.ts'
import { renewDemoOffers, renewDemoPromotions, renewDemoReceipts, renewDemoZones, seedDemo } from '../demo/seed.ts'
import { buildApp } from './app.ts'
import { ensureScopes } from './modules/goods/import/public.ts'
import { judgingText, rejudge } from './modules/goods/law/public.ts'
import { createSearchIndex, firstEntries, seedWords } from './modules/goods/search/public.ts'
import { collectTasks } from './modules/modules.ts'
import { startWebhooks } from './modules/open/webhooks/public.ts'
import { certificateAlarm, openSigner, readSupplier } from './modules/papers/documents/public.ts'
import { askFirstSamples } from './modules/papers/seals/public.ts'
import { seedRoles } from './modules/who/accounts/public.ts'
import { startSealer } from './modules/who/audit/public.ts'
import { watchedFacts } from './modules/who/background/public.ts'
import { refuseWithoutStorage } from './modules/who/files/public.ts'
import { keepSmall } from './platform/collect.ts'
import type { Config } from './platform/config.ts'
import { type DatabaseHandle, type DatabaseOptions, FOR_LONG_WORK, openDatabase } from './platform/database.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './platform/embedded/embedded-database.ts'
import { gatewaySecretFor } from './platform/gateway-secret.ts'
import { jobs, startJobs } from './platform/jobs.ts'
import { createListings } from './platform/listings.ts'
import type { EventLog } from './platform/log.ts'
import { createMetrics, type Metrics, serveMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrations.ts'
import { createPageRenderer } from './platform/pages.ts'
import { createReadCopies, type ReadCopies } from './platform/read-copies.ts'
import { checkPooler, checkServer } from './platform/server-version.ts'
import { createSessions } from './platform/session.ts'
import { currentSpan, type Spans } from './platform/trace.ts'
import { createWatch, type Watch } from './platform/watch.ts'
import { s3Storage } from './providers/storage/s3.ts'
import { refuseWrongKind } from './shop-kind-store.ts'
import { startLines } from './start-words.ts'

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))

export interface RunningShop {
  app: FastifyInstance
  address: string
  /** What its operator should know: the demo's accounts, or what a real shop lacks. */
  words: readonly string[]
  /** Drains requests and jobs, then stops what was started, the embedded database too. next: told what it now waits for. */
  stop: (next?: (what: string) => void) => Promise<void>
}

type Say = (line: string) => void
interface Stop {
  /** What a person is told who waits for it. */
  what: string
  stop: () => Promise<void>
}
/** What was started so far, to be stopped in the opposite order, whether the start went well or not. */
type Stops = Stop[]

interface Starting {
  stops: Stops
  say: Say
  log: EventLog
  fail: (error: Error) => void
}

async function stopAll(stops: Stops, next: (what: string) => void = () => undefined): Promise<void> {
  const failures: unknown[] = []
  for (const { what, stop } of stops.splice(0).reverse()) {
    next(what)
    await stop().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the shop did not stop cleanly')
}

interface Stores {
  /** What requests work with. */
  database: DatabaseHandle
  /** What jobs, the start and the search index work with: they take longer, and never take a request's connection. */
  work: DatabaseHandle
  /** null: there are no copies. */
  copies: ReadCopies | null
}

async function openStore(config: Config, { stops, say, log, fail }: Starting): Promise<Stores> {
  let embedded: EmbeddedDatabase | null = null
  if (config.databaseUrl === null) {
    embedded = await openEmbeddedDatabase(config.dataDir, { say, onTrouble: log.warn, onLost: fail })
    stops.push({ what: '内置数据库', stop: embedded.stop })
  }
  const url = embedded?.url ?? config.databaseUrl ?? ''
  const pooled = config.databaseDirectUrl !== null
  const storage = config.channels.storage && s3Storage(config.channels.storage)
  const open = (at: string, options: DatabaseOptions) => {
    const database = openDatabase(at, { onTrouble: log.warn, pulse: true, storage, ...options })
    stops.push({ what: '数据库连接', stop: database.close })
    return database
  }
  // One pulse for both where the server's connections are counted.
  const work = open(config.databaseDirectUrl ?? url, {
    max: config.databaseWorkPool,
    applicationName: 'anheng-work',
    limits: FOR_LONG_WORK,
    pulse: !pooled,
  })
  for (const line of await checkServer(work)) say(line)
  const applied = await migrate(work)
  if (applied.length > 0) say(`数据库结构已更新：${applied.join('、')}`)
  await seedRoles(work.db)
  await seedWords(work.db, firstEntries())
  // Of each request that is traced, what it asked.
  const onQuery: DatabaseOptions['onQuery'] =
    config.traces.url === '' ? undefined : ({ sql }, ms, failed) => currentSpan()?.statement(sql, ms, failed)
  const database = open(url, {
    max: config.databasePool,
    changes: work.changes,
    ...(pooled && { pooled, beside: work }),
    ...(onQuery && { onQuery }),
  })
  if (pooled) for (const line of await checkPooler(database)) say(line)
  const copies = config.databaseReplicaUrls.map((at) => {
    const { hostname, port, searchParams } = new URL(at)
    const name = `${searchParams.get('host') ?? hostname}:${port || '5432'}`
    const options = {
      max: config.databasePool,
      applicationName: 'anheng-copy',
      changes: work.changes,
      ...(pooled && { pooled, pulse: false }),
    }
    return { name, handle: open(at, options) }
  })
  if (copies.length > 0) say(`列表和报表读副本：${copies.map(({ name }) => name).join('、')}`)
  return { work, database, copies: copies.length === 0 ? null : createReadCopies(database, copies, log.warn) }
}

/** Null: nobody asked for them. */
async function openSpans({ traces: { url, percent } }: Config, { stops, say, log }: Starting): Promise<Spans | null> {
  if (url === '') return null
  const { keepSpans } = await import('./platform/spans.ts')
  const spans = keepSpans(url, percent, log.warn)
  stops.push({ what: '最后的跟踪记录', stop: spans.stop })
  say(`跟踪记录送往 ${new URL(url).origin}：每百个请求 ${percent} 个，上游指定的按上游`)
  return spans
}

/** Null: nobody asked for them. */
async function openMetrics(
  { metrics: { port, host } }: Config,
  { database, work, copies, watch }: Stores & { watch: Watch },
  { stops, say, log }: Starting,
): Promise<Metrics | null> {
  if (port === 0) return null
  const metrics = await createMetrics({
    pools: { requests: database.pool, work: work.pool },
    facts: () => watchedFacts(work.db),
    feed: work.changes.state,
    stale: watch.stale,
    copies: copies ?? { states: () => [], atPrimary: () => 0 },
    onTrouble: log.warn,
  })
  const served = await serveMetrics(metrics, { port, host })
  stops.push({ what: '运行指标', stop: served.stop })
  say(`运行指标：http://${host}:${served.port}/metrics`)
  return metrics
}

async function start(given: Config, starting: Starting): Promise<RunningShop> {
  const { stops, say, log } = starting
  const clock = () => new Date()
  const { database, work, copies } = await openStore(given, starting)
  await refuseWrongKind(work.db, given)
  await refuseWithoutStorage(work.db)
  // The demo brings its own, in its own order.
  if (!given.demo) await ensureScopes(work.db, SCOPES)
  if (given.demo) {
    if (await seedDemo(work, clock())) say('演示商店已载入')
    await renewDemoOffers(work, clock())
    await renewDemoPromotions(work, clock())
    await renewDemoZones(work, clock())
    await renewDemoReceipts(work, clock())
    await askDemoPapers(work, clock())
  }
  await askFirstSamples(work, clock())
  // Before the index is built and before anybody can order: what was judged by other lists is judged anew.
  const judged = await rejudge(work, clock())
  if (judged !== null) say(judgingText(judged))
  const config = { ...given, gatewaySecret: await gatewaySecretFor(given, work) }
  const signer = await openSigner(given, (await readSupplier(work.db)).name, clock())

  const watch = createWatch(log)
  // Followed before anything is remembered, the index first of all.
  const { changes } = work
  await changes.begin()
  changes.follow({ onError: watch.failing('changes'), onGood: watch.working('changes') })
  stops.push({ what: '改动的跟随', stop: changes.stop })
  const search = createSearchIndex(work, { onError: watch.failing('search index'), onGood: watch.working('search index') })
  stops.push({ what: '商品索引', stop: search.stop })
  const sessions = createSessions(database)
  const pages = existsSync(DIST) ? await createPageRenderer(DIST) : null
  say('建立商品索引……')
  await search.load()
  const listings = createListings()
  const metrics = await openMetrics(config, { database, work, copies, watch }, starting)
  const spans = await openSpans(config, starting)
  const app = await buildApp({
    config,
    database,
    sessions,
    jobs,
    search,
    pages,
    clock,
    watch,
    signer,
    listings,
    ...(metrics && { metrics }),
    ...(copies && { copies }),
    ...(spans && { spans }),
  })
  const address = await app.listen({ port: config.port, host: config.host })
  if (config.jobs) {
    const tasks = [
      ...collectTasks({ database: work, config, jobs, signer, listings }),
      ...(given.demo ? demoTasks({ database: work, search, signer }) : []),
    ]
    // Stopped after the jobs and the requests, so that it seals their last words.
    stops.push({ what: '审计链', stop: startSealer(work, log.warn).stop })
    const webhooks = startWebhooks({ database: work, allowed: config.webhookNetworks }, log.warn)
    stops.push({ what: '事件推送', stop: webhooks.stop })
    const runner = startJobs(work, tasks, clock, app.log)
    stops.push({ what: '后台任务', stop: runner.stop })
  }
  // Requests end first: they may still need everything else.
  stops.push({ what: '进行中的请求', stop: async () => app.close() })
  const bound = app.server.address()
  const origin = config.publicUrl || `http://localhost:${bound !== null && typeof bound === 'object' ? bound.port : config.port}`
  stops.push({ what: '内存整理', stop: keepSmall().stop })
  const words = await startLines(work.db, config, certificateAlarm(signer?.facts ?? null, clock()), origin)
  const jobless = config.jobs ? [] : ['JOBS=0：这个进程不办后台任务，要有别的进程办']
  const unbuilt = pages === null ? ['页面尚未构建（npm run build），这个地址只提供接口'] : []
  return { app, address, words: [...unbuilt, ...jobless, ...words], stop: (next) => stopAll(stops, next) }
}

/** Starts the whole shop; a start that fails takes down what it had started. fail: told when a running shop cannot go on. */
export async function startShop(config: Config, say: Say, log: EventLog, fail: (error: Error) => void): Promise<RunningShop> {
  const stops: Stops = []
  try {
    return await start(config, { stops, say, log, fail })
  } catch (error) {
    await stopAll(stops).catch(() => undefined)
    throw error
  }
}
