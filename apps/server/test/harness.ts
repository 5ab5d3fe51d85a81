import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import type { Config } from '../src/platform/config.ts'
import { type DatabaseHandle, openDatabase } from '../src/platform/database.ts'
import type { Jobs } from '../src/platform/jobs.ts'
import { createSessions } from '../src/platform/session.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url))

/** A whole shop on a database of its own, with a clock that the test holds. */
export interface Shop {
  app: FastifyInstance
  database: DatabaseHandle
  config: Config
  jobs: { queued: { task: string; payload: object; runAt: Date | undefined }[] }
  clock: { now: Date }
  /** Calls as the holder of a session cookie; '' = visitor. */
  ask: (method: 'GET' | 'POST' | 'DELETE', url: string, options?: { cookie?: string; body?: object; form?: string; headers?: Record<string, string> }) => Promise<Answer>
  login: (username: string, password?: string) => Promise<string>
  close: () => Promise<void>
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

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test')
  return url
}

async function withAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function migrateForTest(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const file of (await readdir(MIGRATIONS)).sort()) await client.query(await readFile(join(MIGRATIONS, file), 'utf8'))
  await client.end()
}

export async function openShop(options: { now?: Date; seed?: (database: DatabaseHandle) => Promise<void> } = {}): Promise<Shop> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withAdmin((client) => client.query(`create database ${name}`))
  const url = adminUrl().replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  await migrateForTest(url)
  const database = openDatabase(url, { max: 10 })
  await options.seed?.(database)
  const clock = { now: options.now ?? new Date() }
  const config: Config = {
    port: 0, host: '127.0.0.1', dataDir: '', databaseUrl: url, demo: false, logLevel: process.env.TEST_LOG ?? 'silent',
    gatewaySecret: 'test-gateway-secret', secureCookies: false,
  }
  const queued: Shop['jobs']['queued'] = []
  const jobs: Jobs = {
    enqueue: async (_connection, task, payload, jobOptions) => {
      queued.push({ task, payload, runAt: jobOptions?.runAt })
    },
  }
  const app = await buildApp({ config, database, sessions: createSessions(database, false), jobs, pages: null, clock: () => clock.now })
  await app.ready()

  const ask: Shop['ask'] = async (method, path, { cookie, body, form, headers } = {}) => {
    const request: InjectOptions = { method, url: path, headers: { ...headers, ...(cookie ? { cookie: `sid=${cookie}` } : {}) } }
    if (body !== undefined) request.payload = body
    if (form !== undefined) {
      request.payload = form
      request.headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
    }
    const response = await app.inject(request)
    let parsed: Partial<Answer> = {}
    if (String(response.headers['content-type']).includes('json')) parsed = response.json()
    return {
      status: response.statusCode, code: parsed.code ?? 0, message: parsed.message ?? '', data: parsed.data,
      text: response.body, headers: response.headers,
    }
  }
  return {
    app, database, config, clock, ask, jobs: { queued },
    async login(username, password = 'Demo-2026') {
      const response = await app.inject({ method: 'POST', url: '/api/user/login', payload: { username, password } })
      const cookie = response.cookies.find((one) => one.name === 'sid')
      if (!cookie) throw new Error(`login of ${username} failed: ${response.body}`)
      return cookie.value
    },
    async close() {
      await app.close()
      await database.close()
      await withAdmin((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}
