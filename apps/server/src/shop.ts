import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { renewDemoOffers, renewDemoPromotions, renewDemoReceipts, renewDemoZones, seedDemo } from '../demo/seed.ts'
import { buildApp } from './app.ts'
import { judgingText, rejudge } from './modules/law/public.ts'
import { collectTasks } from './modules/modules.ts'
import { createSearchIndex } from './modules/search/public.ts'
import type { Config } from './platform/config.ts'
import { type DatabaseHandle, openDatabase } from './platform/database.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './platform/embedded/embedded-database.ts'
import { gatewaySecretFor } from './platform/gateway-secret.ts'
import { jobs, startJobs } from './platform/jobs.ts'
import { migrate } from './platform/migrations.ts'
import { createPageRenderer } from './platform/pages.ts'
import { createSessions } from './platform/session.ts'
import { followViewerChanges } from './platform/viewer-changes.ts'

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url))

export interface RunningShop {
  app: FastifyInstance
  address: string
  /** Drains requests and jobs, then stops what was started, the embedded database too. */
  stop: () => Promise<void>
}

type Say = (line: string) => void
/** What was started so far, to be stopped in the opposite order, whether the start went well or not. */
type Stops = (() => Promise<void>)[]

async function stopAll(stops: Stops): Promise<void> {
  const failures: unknown[] = []
  for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'the shop did not stop cleanly')
}

async function openStore(config: Config, stops: Stops, say: Say): Promise<DatabaseHandle> {
  let embedded: EmbeddedDatabase | null = null
  if (config.databaseUrl === null) {
    embedded = await openEmbeddedDatabase(config.dataDir, { say })
    stops.push(embedded.stop)
  }
  const database = openDatabase(embedded?.url ?? config.databaseUrl ?? '')
  stops.push(database.close)
  const applied = await migrate(database)
  if (applied.length > 0) say(`数据库结构已更新：${applied.join('、')}`)
  return database
}

async function start(given: Config, stops: Stops, say: Say): Promise<RunningShop> {
  const clock = () => new Date()
  const database = await openStore(given, stops, say)
  if (given.demo) {
    if (await seedDemo(database, clock())) say('演示商店已载入')
    await renewDemoOffers(database, clock())
    await renewDemoPromotions(database, clock())
    await renewDemoZones(database, clock())
    await renewDemoReceipts(database, clock())
  }
  // Before the index is built and before anybody can order: what was judged by other lists is judged anew.
  const judged = await rejudge(database, clock())
  if (judged !== null) say(judgingText(judged))
  const config = { ...given, gatewaySecret: await gatewaySecretFor(given, database) }

  const search = createSearchIndex(database)
  stops.push(search.stop)
  const sessions = createSessions(database)
  const pages = existsSync(DIST) ? await createPageRenderer(DIST) : null
  say('建立商品索引……')
  await search.load()
  search.follow()
  const app = await buildApp({ config, database, sessions, jobs, search, pages, clock })
  const address = await app.listen({ port: config.port, host: config.host })
  const changes = followViewerChanges(database.url, sessions, app.log)
  stops.push(changes.stop)
  const runner = await startJobs(database, collectTasks({ database, config, jobs }), clock, app.log)
  stops.push(runner.stop)
  // Requests end first: they may still need everything else.
  stops.push(async () => app.close())
  if (pages === null) say('页面尚未构建（npm run build），只提供接口')
  return { app, address, stop: () => stopAll(stops) }
}

/** Starts the whole shop; a start that fails takes down what it had started. */
export async function startShop(config: Config, say: Say): Promise<RunningShop> {
  const stops: Stops = []
  try {
    return await start(config, stops, say)
  } catch (error) {
    await stopAll(stops).catch(() => undefined)
    throw error
  }
}
