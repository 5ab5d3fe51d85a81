import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Outside } from '../src/context.ts'
import { useLawRules } from '../src/modules/goods/law/public.ts'
import { loadLawRules } from '../src/modules/goods/law/rules-files.ts'
import { createSearchIndex, type SearchIndex } from '../src/modules/goods/search/public.ts'
import { collectTasks } from '../src/modules/modules.ts'
import type { Signer } from '../src/modules/papers/documents/public.ts'
import type { Config } from '../src/platform/config.ts'
import { type DatabaseHandle, openDatabase } from '../src/platform/database.ts'
import { type Jobs, jobs as queue } from '../src/platform/jobs.ts'
import { createListings } from '../src/platform/listings.ts'
import { createPageRenderer } from '../src/platform/pages.ts'
import { createSessions, type Sessions } from '../src/platform/session.ts'
import { duringLoan } from '../src/platform/snapshot.ts'
import { worksByName } from '../src/platform/tasks.ts'
import type { AskLimits } from '../src/providers/outside/ask.ts'
import { NO_CHANNELS, type OutsideChannels } from '../src/providers/outside/channels-file.ts'
import type { SmsCodeMessage, SmsProvider } from '../src/providers/sms/provider.ts'
import { smsProvider } from '../src/providers/sms/providers.ts'
import { s3Storage } from '../src/providers/storage/s3.ts'
import { simulatedWechat } from '../src/providers/wechat/simulator.ts'
import { assertAudited } from './audited.ts'
import { createTestDatabase, dropTestDatabase, testDatabaseUrl, testsBeganAt } from './databases.ts'
import { assertDescribed } from './described.ts'
import { MOVES_OF_ONE, statementMoves } from './statements-asked.ts'

/** A whole shop on a database of its own, with a clock that the test holds. */
export interface Shop {
  app: FastifyInstance
  database: DatabaseHandle
  config: Config
  search: SearchIndex
  sessions: Sessions
  jobs: {
    /** Everything that was asked for, also by transactions that were rolled back. */
    queued: { task: string; payload: object; runAt: Date | undefined }[]
    /**
     * Works the committed jobs that are due by the test's clock, the earliest first, and those that they add, until
     * none is left; answers the names of the tasks in their order. A job that throws fails the test. only: of these tasks.
     */
    runDue: (only?: readonly string[]) => Promise<string[]>
  }
  clock: { now: Date }
  /** Every code that was sent, in order. */
  sms: SmsCodeMessage[]
  /** Calls as the holder of a session cookie; '' = visitor. */
  ask: (method: 'GET' | 'POST' | 'DELETE', url: string, options?: AskOptions) => Promise<Answer>
  login: (username: string, password?: string) => Promise<string>
  close: () => Promise<void>
}
export interface AskOptions {
  cookie?: string
  body?: object
  form?: string
  /** Bytes as they are; their content type is among the headers. */
  raw?: Buffer
  headers?: Record<string, string>
  /** Where the call comes from; the default is the loopback address. */
  ip?: string
  /** Of the open API: the secret of a key. */
  bearer?: string
}
export interface Answer {
  status: number
  code: number
  message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any call's data
  data: any
  text: string
  headers: Record<string, unknown>
}

export const testConfig = (databaseUrl: string): Config => ({
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl,
  demo: false,
  logLevel: process.env.TEST_LOG ?? 'silent',
  databaseDirectUrl: null,
  databaseReplicaUrls: [],
  databasePool: 10,
  databaseWorkPool: 8,
  jobs: true,
  standIns: ['payment', 'invoice'],
  gatewaySecret: 'test-gateway-secret',
  secureCookies: false,
  metrics: { port: 0, host: '127.0.0.1' },
  traces: { url: '', percent: 0 },
  trustProxy: false,
  requestSeconds: 120,
  requestLimits: false,
  publicUrl: '',
  webhookNetworks: [],
  signing: { p12: '', password: '', timestampUrl: '' },
  channels: NO_CHANNELS,
})

/** What a busy machine takes is no trouble of the shop's: tests of its limits open a database of their own. */
const PATIENT = { statement: 120_000, lock: 60_000, idleInTransaction: 240_000 }

/** Less than any other process takes to start and write. */
const MOMENT_MS = 50

interface DueJob {
  id: number
  task: string
  payload: unknown
}

/** Takes the next due job away; at most one runs at a time, so that a test's outcome never depends on timing. */
async function takeDueJob(database: DatabaseHandle, now: Date, only: readonly string[] | null): Promise<DueJob | null> {
  const { rows } = await database.pool.query<DueJob>(
    `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
      where job.id = (select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
                       where j.run_at <= $1 and ($2::text[] is null or t.identifier = any($2)) order by j.run_at, j.id limit 1)
        and task.id = job.task_id
      returning job.id, task.identifier as task, job.payload`,
    [now, only],
  )
  return rows[0] ?? null
}

export interface ShopOptions {
  now?: Date
  /** The shop is the demo as of this day; true: as of now. */
  demo?: Date | true
  /** What is in it beside. */
  seed?: (database: DatabaseHandle) => Promise<void>
  /** With what papers are signed; without it they are drawn and not signed. */
  signer?: Signer
  /** false: no code can be sent to anybody. */
  sms?: boolean
  /** Services that it has contracts with: payment channels beside the simulated one, who brings codes, mails. */
  channels?: OutsideChannels
  /** Networks that webhooks may be sent into. */
  webhookNetworks?: readonly string[]
  /** How long its object storage is waited for. */
  storageLimits?: AskLimits
  /** Folder of the built pages, for tests that look at pages too. */
  dist?: string
}

/** The open API answers without an envelope: its problems and its data as others are looked at. */
function enveloped(response: { statusCode: number; json: () => unknown }): Partial<Answer> & { request_id?: string } {
  const data = response.json() as { detail?: string; request_id?: string }
  const code = response.statusCode
  return code === 200 ? { code, message: '', data } : { code, message: data.detail ?? '', data, request_id: data.request_id ?? '' }
}

/** The shop of a test file: open from here on, closed after its last test. */
export async function testShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options)
  afterAll(() => shop.close())
  return shop
}

/** Who sends codes: the services of its channels, a list that the test reads, or nobody. */
function smsOf({ sms, channels }: ShopOptions, config: Config, database: DatabaseHandle, sent: SmsCodeMessage[]): SmsProvider | null {
  if (sms === false) return null
  if (channels?.sms) return smsProvider(config, database, () => undefined)
  return { inboxUrl: '', sendCode: async (message) => void sent.push(message) }
}

/** A shop that its test closes. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  // Tests move their clock: a goods of the fixtures stays judged on whichever day.
  useLawRules({ ...loadLawRules(), changes: [] })
  const name = await createTestDatabase(options.demo === true ? testsBeganAt() : options.demo)
  const own = { channels: options.channels ?? NO_CHANNELS, webhookNetworks: options.webhookNetworks ?? [] }
  const config = { ...testConfig(testDatabaseUrl(name)), ...own }
  const storage = config.channels.storage && s3Storage(config.channels.storage, undefined, options.storageLimits)
  const database = openDatabase(testDatabaseUrl(name), { max: 10, limits: PATIENT, poolWaitMs: PATIENT.lock, storage })
  await options.seed?.(database)
  const clock = { now: options.now ?? new Date() }
  const queued: Shop['jobs']['queued'] = []
  const jobs: Jobs = {
    enqueue: async (connection, task, payload, jobOptions = {}) => {
      queued.push({ task: task.name, payload, runAt: jobOptions.runAt })
      // Without a time a job is due at once: by the test's clock, not the database's.
      await queue.enqueue(connection, task, payload, { runAt: clock.now, ...jobOptions })
    },
  }
  const search = createSearchIndex(database)
  await search.load()
  const sessions = createSessions(database)
  const pages = options.dist === undefined ? null : await createPageRenderer(options.dist)
  const sms: SmsCodeMessage[] = []
  const outside: Outside = {
    sms: smsOf(options, config, database, sms),
    wechat: simulatedWechat(database.db),
  }
  const signer = options.signer ?? null
  const listings = createListings()
  // As a copy would: whatever a list or a report wrote would be refused.
  const readOnly = new URL(testDatabaseUrl(name))
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const reader = openDatabase(readOnly.href, { max: 10, limits: PATIENT, poolWaitMs: PATIENT.lock, changes: database.changes })
  const copies = { read: <T>(work: () => Promise<T>) => duringLoan(reader.lend, work) }
  const frame = { config, database, copies, sessions, jobs, search, pages, outside, signer, listings }
  const app = await buildApp({ ...frame, clock: () => clock.now })
  await app.ready()
  const works = worksByName(collectTasks({ database, config, jobs, signer, listings }))

  // Nobody follows by the clock here: each call is asked by a process that has taken in all that was written before. Where this process
  // has moved no statement since it last looked, nobody wrote; whoever else writes (a child) takes longer than a moment.
  let looked = { moves: -1, at: 0 }
  const catchUp = async () => {
    const before = statementMoves()
    if (before === looked.moves && performance.now() - looked.at < MOMENT_MS) return
    const at = performance.now()
    await database.changes.catchUp()
    // Its own statement alone: what moved beside it may have written after it looked.
    const alone = before + MOVES_OF_ONE
    looked = { moves: statementMoves() === alone ? alone : -1, at }
  }
  const ask: Shop['ask'] = async (method, path, { cookie, body, form, raw, headers, ip, bearer } = {}) => {
    const request: InjectOptions = {
      method,
      url: path,
      headers: {
        ...headers,
        ...(cookie ? { cookie: `sid=${cookie}; staff=${cookie}` } : {}),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
    }
    if (ip) request.remoteAddress = ip
    if (body !== undefined) request.payload = body
    if (raw !== undefined) request.payload = raw
    if (form !== undefined) {
      request.payload = form
      request.headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
    }
    await catchUp()
    const response = await app.inject(request)
    let parsed: Partial<Answer> & { request_id?: string } = {}
    if (String(response.headers['content-type']).includes('json'))
      parsed = path.startsWith('/open/') ? enveloped(response) : response.json()
    assertDescribed(method, path, parsed)
    await assertAudited(database, method, path, parsed)
    return {
      status: response.statusCode,
      code: parsed.code ?? 0,
      message: parsed.message ?? '',
      data: parsed.data,
      text: response.body,
      headers: response.headers,
    }
  }
  return {
    app,
    database,
    config,
    search,
    sessions,
    clock,
    sms,
    ask,
    jobs: {
      queued,
      async runDue(only) {
        const ran: string[] = []
        // Runs every minute, so it has run by whatever moment it is.
        await works.get('orders.expire_due')?.run({}, clock.now)
        const next = () => takeDueJob(database, clock.now, only ?? null)
        for (let job = await next(); job; job = await next()) {
          const work = works.get(job.task)
          if (!work) throw new Error(`no module has the task ${job.task}`)
          await work.run(job.payload, clock.now)
          ran.push(job.task)
        }
        return ran
      },
    },
    async login(username, password = 'Demo-2026') {
      const staff = await database.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', username)
        .where('is_staff', '=', true)
        .executeTakeFirst()
      const side = staff ? { url: '/api/staff/login', name: 'staff' } : { url: '/api/user/login', name: 'sid' }
      const response = await app.inject({ method: 'POST', url: side.url, payload: { username, password } })
      const cookie = response.cookies.find((one) => one.name === side.name)
      if (!cookie) throw new Error(`login of ${username} failed: ${response.body}`)
      return cookie.value
    },
    async close() {
      await app.close()
      await search.stop()
      await reader.close()
      await database.close()
      await dropTestDatabase(name)
    },
  }
}
