import { createHash, randomBytes } from 'node:crypto'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { makeBuyers } from './buyers.ts'
import { measureExport } from './console-export.ts'
import { knownValues } from './console-known.ts'
import { type StaffRequest, staffRequests } from './console-requests.ts'
import { say, tell } from './figure.ts'
import { ask, atConcurrency, percentile } from './http.ts'
import type { Running } from './servers.ts'

/** The lists of the operators' site as their readers ask for them: the first page, each filter, each search of every call that reads. */

const CLIENTS = 4
/** Enough for the hundredth part, within a time; what is fast is asked more often. */
const [ASKED_LEAST, ASKED_MOST, ASKED_MS] = [40, 200, 1_000]
const LIMIT_MS = 100
const HOPELESS_MS = 5_000

export type StartShop = () => Promise<Running & { megabytes: () => Promise<number> }>

/**
 * A member of staff for each role that is needed, with a session: an auditor where he may, else whoever may. Who is narrowed sees the
 * customers of one manager alone.
 */
export async function staffFor(
  { pool }: DatabaseHandle,
  words: readonly string[],
  narrowed: boolean,
): Promise<ReadonlyMap<string, string>> {
  const { rows: roles } = await pool.query<{ id: string; permissions: string[] }>(
    `select id, permissions from staff_role where builtin order by key = 'auditor' desc, key = 'administrator' desc, id`,
  )
  const cookies = new Map<string, string>()
  const byRole = new Map<string, string>()
  for (const word of new Set(words)) {
    const role = roles.find(({ permissions }) => word === '' || permissions.includes(word))
    if (!role) continue
    const known = byRole.get(role.id) ?? randomBytes(32).toString('base64url')
    if (!byRole.has(role.id)) {
      byRole.set(role.id, known)
      // A real shop demands a second factor: this session has passed it.
      await pool.query(
        `with a as (insert into account (username, name, password_hash, is_staff) values ($1, '压测员', '', true) returning id),
              s as (insert into staff (account_id, factor_secret, factor_at, narrow_managers) select id, 'unused', now(), $4 from a),
              g as (insert into staff_grant (account_id, role_id, granted_at) select id, $3, now() from a)
         insert into session (token_hash, account_id, expires_at, factor_at) select $2, id, now() + interval '1 day', now() from a`,
        [
          `bench-staff-${randomBytes(4).toString('hex')}`,
          createHash('sha256').update(known).digest(),
          role.id,
          narrowed ? ['经理7'] : null,
        ],
      )
    }
    cookies.set(word, known)
  }
  return cookies
}

interface Measured {
  p50: number
  p99: number
  asked: number
  refused: string
}

async function measure(origin: string, path: string, cookie: string): Promise<Measured> {
  const times: number[] = []
  let refused = ''
  const once = async () => {
    const { status, milliseconds, message } = await ask(origin, 'GET', path, cookie)
    if (status !== 200) refused = `${status} ${message}`
    return milliseconds
  }
  const first = await once()
  if (refused !== '') return { p50: Number.NaN, p99: Number.NaN, asked: 1, refused }
  // A hundred more would say the same.
  if (first > HOPELESS_MS) return { p50: first, p99: first, asked: 1, refused }
  const until = performance.now() + ASKED_MS
  await atConcurrency(Array.from({ length: ASKED_MOST }), CLIENTS, async () => {
    if (times.length < ASKED_LEAST || performance.now() < until) times.push(await once())
  })
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), asked: times.length, refused }
}

/** Names of those that are slower than they may be. */
async function measureAll(origin: string, requests: readonly StaffRequest[], cookies: ReadonlyMap<string, string>, who: string) {
  const missed: string[] = []
  for (const { name, path, word } of requests) {
    const cookie = cookies.get(word)
    if (cookie === undefined) {
      tell(`not measured: ${name}: no role has ${word}`)
      continue
    }
    const { p50, p99, asked, refused } = await measure(origin, path, cookie)
    if (refused.startsWith('5')) missed.push(`${name} ${refused}`)
    if (refused !== '') {
      tell(`not measured: ${name}: ${refused}`)
      continue
    }
    if (p99 > LIMIT_MS) missed.push(`${name} ${p99.toFixed(0)} ms`)
    say({
      figure: `console${who}, ${name}, p99`,
      value: p99,
      unit: 'ms',
      target: `≤ ${LIMIT_MS} ms`,
      ok: p99 <= LIMIT_MS,
      note: `p50 ${p50.toFixed(1)} ms, asked ${asked} times at ${CLIENTS} clients`,
    })
  }
  return missed
}

/** Lists that walk back from the newest, as somebody sees them who sees one row in forty. */
const NARROWED = [
  '/api/staff/order',
  '/api/staff/order/counts',
  '/api/staff/companies',
  '/api/staff/shipment',
  '/api/staff/refund',
  '/api/staff/document',
  '/api/staff/bank/line',
]

export async function measureConsole(database: DatabaseHandle, asking: RegExp, start: StartShop): Promise<void> {
  const { requests: all, unknown } = staffRequests(await knownValues(database))
  const requests = all.filter(({ name }) => asking.test(name))
  for (const what of unknown) tell(`not measured: ${what}`)
  const buyers = await makeBuyers(database, 4)
  const shop = await start()
  try {
    // Roles are there once a shop has started.
    const words = requests.map(({ word }) => word)
    const missed = await measureAll(shop.origin, requests, await staffFor(database, words, false), '')
    const narrowed = requests.filter(({ name }) => NARROWED.includes(name))
    missed.push(...(await measureAll(shop.origin, narrowed, await staffFor(database, words, true), ' narrowed')))
    say({
      figure: `console, lists over ${LIMIT_MS} ms`,
      value: missed.length,
      unit: `of ${requests.length + narrowed.length}`,
      target: '0',
      ok: missed.length === 0,
      note: missed.join('; '),
    })
    const [cookie] = (await staffFor(database, ['orders.prices'], false)).values()
    await measureExport(shop, cookie ?? '', buyers)
  } finally {
    await shop.stop()
  }
}
