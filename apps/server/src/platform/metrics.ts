import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { outsideReports } from '../providers/outside/reports.ts'
import { ShopError } from './errors.ts'
import type { ReadCopies } from './read-copies.ts'
import { isPageCall } from './request-limits.ts'

/**
 * Figures of this process for a Prometheus that asks for them, on a port of their own: whoever can read them is not whoever can reach
 * the shop. deploy/alarms.yml and deploy/dashboard.json use them by these names.
 */

/** What is asked of the database, at most once in FACTS_MS, by the name of its figure. */
export interface Facts {
  jobs: { state: string; count: number }[]
  /** Since when the oldest job that is due waits; 0: none does. */
  oldestJobSeconds: number
  /** The database's log was to be kept, and the last piece could not be. */
  archiveFails: boolean
  /** What people must look at: differences of channels, money that nobody knows. */
  money: { what: string; count: number }[]
}
const FACTS_MS = 10_000

export type RequestClass = 'page' | 'shop' | 'staff' | 'open' | 'callback' | 'file' | 'other'

/** By the route's pattern. */
export function classOf(pattern: string | undefined): RequestClass {
  if (pattern === undefined || pattern === '/healthz' || pattern === '/readyz') return 'other'
  if (pattern.startsWith('/open/')) return 'open'
  if (pattern.startsWith('/api/pay/notify/') || pattern.startsWith('/api/sms/receipt') || pattern === '/api/parcel/push') return 'callback'
  if (pattern.startsWith('/api/staff/')) return 'staff'
  if (pattern.startsWith('/api/')) return 'shop'
  return pattern === '/*' || pattern.startsWith('/console') || pattern.startsWith('/pay/') ? 'page' : 'file'
}

const reasonOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string' ? data.reason : ''

export interface Metrics {
  /** Counts what the application answers from here on. */
  watch: (app: FastifyInstance) => void
  browserError: (site: string) => void
  text: () => Promise<string>
  contentType: string
}

export interface MetricsSources {
  pools: Readonly<Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  facts: () => Promise<Facts>
  feed: () => { ageMs: number | null; trusted: boolean }
  stale: () => readonly string[]
  copies: Pick<ReadCopies, 'states' | 'atPrimary'>
  onTrouble: (what: string, error: unknown) => void
}

/** The library is loaded where somebody asks for figures, and only there. */
export async function createMetrics({ pools, facts, feed, stale, copies, onTrouble }: MetricsSources): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'shop_request_seconds',
    help: 'From the head of a request to the end of its answer, by class',
    labelNames: ['class'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const requests = new Counter({
    name: 'shop_requests_total',
    help: 'Answers by route, class and status',
    labelNames: ['method', 'route', 'class', 'status'],
    registers,
  })
  const refusals = new Counter({
    name: 'shop_refusals_total',
    help: 'What was refused to people, by code and reason (errors.ts, refusals.ts)',
    labelNames: ['code', 'reason'],
    registers,
  })
  const outside = new Counter({
    name: 'shop_channel_calls_total',
    help: 'Questions to services of the outside world by how they went',
    labelNames: ['service', 'outcome'],
    registers,
  })
  outsideReports.listen((service, outcome) => outside.inc({ service, outcome }))
  const browser = new Counter({
    name: 'shop_browser_errors_total',
    help: 'Errors that pages told of',
    labelNames: ['site'],
    registers,
  })
  new Gauge({
    name: 'shop_database_connections',
    help: 'Of the pools: used, idle, and how many wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'shop_feed_age_seconds',
    help: 'Since changes of other processes were looked at; -1: they are not followed',
    registers,
    collect() {
      const { ageMs, trusted } = feed()
      this.set(ageMs === null || !trusted ? -1 : ageMs / 1000)
    },
  })
  new Gauge({
    name: 'shop_stale',
    help: 'Followers that have failed for a minute and more',
    registers,
    collect() {
      this.set(stale().length)
    },
  })
  new Gauge({
    name: 'shop_copy_used',
    help: 'Copies of the database: 1 takes part in reading, 0 is left out',
    labelNames: ['copy'],
    registers,
    collect() {
      for (const { name, outFor } of copies.states()) this.set({ copy: name }, outFor === null ? 1 : 0)
    },
  })
  new Gauge({
    name: 'shop_copy_reads',
    help: 'Lists and reports since the start, by where they were read; primary: no copy could',
    labelNames: ['copy'],
    registers,
    collect() {
      for (const { name, reads } of copies.states()) this.set({ copy: name }, reads)
      this.set({ copy: 'primary' }, copies.atPrimary())
    },
  })
  const jobs = new Gauge({ name: 'shop_jobs', help: 'Jobs of the queue', labelNames: ['state'], registers })
  const oldest = new Gauge({ name: 'shop_jobs_oldest_seconds', help: 'How long the oldest due job waits', registers })
  const archive = new Gauge({ name: 'shop_archive_failing', help: '1: the last piece of the database log could not be kept', registers })
  const money = new Gauge({ name: 'shop_money_open', help: 'Money that people must look at', labelNames: ['what'], registers })
  const known = new Gauge({ name: 'shop_facts_known', help: '1: the database answered when it was asked last', registers })

  let asked = Number.NEGATIVE_INFINITY
  async function askFacts(): Promise<void> {
    if (performance.now() - asked < FACTS_MS) return
    asked = performance.now()
    try {
      const found = await facts()
      jobs.reset()
      for (const { state, count } of found.jobs) jobs.set({ state }, count)
      oldest.set(found.oldestJobSeconds)
      archive.set(found.archiveFails ? 1 : 0)
      money.reset()
      for (const { what, count } of found.money) money.set({ what }, count)
      known.set(1)
    } catch (error) {
      // Old figures would say that all is well.
      for (const gauge of [jobs, oldest, archive, money]) gauge.reset()
      known.set(0)
      onTrouble('the figures of the database could not be read', error)
    }
  }

  const counted = (request: FastifyRequest, reply: FastifyReply): void => {
    const { url: route = 'none', method } = request.routeOptions
    const of = classOf(request.routeOptions.url)
    seconds.observe({ class: of }, reply.elapsedTime / 1000)
    requests.inc({ method: String(method ?? request.method), route, class: of, status: reply.statusCode })
  }
  return {
    watch(app) {
      app.addHook('onResponse', (request, reply, done) => {
        // What a page asks while it is drawn is part of the page.
        if (!isPageCall(request)) counted(request, reply)
        done()
      })
      app.addHook('onError', (_request, _reply, error, done) => {
        const refused: unknown = error
        if (refused instanceof ShopError) refusals.inc({ code: refused.code, reason: reasonOf(refused.data) })
        done()
      })
    },
    browserError: (site) => browser.inc({ site }),
    async text() {
      await askFacts()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Answers GET /metrics, and nothing else. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
