import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CODES } from '#contract/codes.ts'
import { addressKey } from './addresses.ts'
import type { Concerned } from './change-table.ts'
import { dropCookie, giveCookie, readCookie } from './cookies.ts'
import type { Connection, DatabaseHandle } from './database.ts'
import { fieldErrors, ShopError } from './errors.ts'
import { isOpen } from './open-problems.ts'
import { createBuckets } from './request-limits.ts'
import type { Viewer } from './viewer.ts'
import { loadViewer, markSeen, type SessionSide } from './viewer-store.ts'

const SESSION_COOKIE = 'sid'
const DAY_SECONDS = 86_400
/** How long a session lasts at most; it ends sooner where it is not used (viewer-store.ts). */
const LASTS_SECONDS: Readonly<Record<SessionSide, number>> = { buyer: 30 * DAY_SECONDS, staff: DAY_SECONDS / 2 }
/** So long a clerk looks at the shop as a company without saying so again. */
const SEEING_SECONDS = 30 * 60
/** Sent to the calls of staff and to nothing else. */
const STAFF_COOKIE = 'staff'
const STAFF_SCOPE = { path: '/api/staff', sameSite: 'strict' } as const

/** Which of the two cookies counts here. */
const sideOf = ({ url }: Pick<FastifyRequest, 'url'>): SessionSide => (/^\/api\/staff(?:[/?]|$)/.test(url) ? 'staff' : 'buyer')
const CACHE_MAX = 20_000
/** So long a token that opens nothing is not asked for again: no row, so no change of one will tell. */
const UNKNOWN_MS = 5_000
/** How exact "last seen" is: a write at most this often, and with it the session is read again, which may be over by then. */
const SEEN_MS = 5 * 60_000

/** Tokens of one address that a process has not seen yet: an office that comes back after a restart, not a program. */
const NEW_TOKENS_A_MINUTE = 300

export interface Sessions {
  /** isNew is asked before the database is, where this process has not seen the token yet; what it throws ends the request. */
  find: (token: string, now: Date, isNew?: () => void, side?: SessionSide) => Promise<Viewer | null>
  /**
   * Throws where the password that was shown is no longer the account's. seenFrom: the clerk's session from which he looks in the account's
   * place, which is never the longer of the two; until: where he may do so for a shorter time.
   */
  open: (
    who: {
      accountId: number
      companyId: number | null
      ip: string
      userAgent: string
      shown?: string | undefined
      seenFrom?: number
      until?: Date | undefined
    },
    now: Date,
    side?: SessionSide,
    connection?: Connection,
  ) => Promise<string>
  close: (token: string) => Promise<void>
  use: (token: string, companyId: number) => Promise<void>
  /** The same session under a new token, the old one ends: after the holder showed again who it is, or changed how. */
  renew: (token: string) => Promise<string>
  /** Drops what this process remembers: of one's own deed it need not be told by the feed. */
  forget: () => void
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
const newToken = () => randomBytes(32).toString('base64url')

interface Remembered {
  viewer: Viewer
  seenAt: number
  expiresAt: Date
}

export function createSessions(database: DatabaseHandle): Sessions {
  /** By token hash in hex. */
  const cache = new Map<string, Remembered>()
  const keyOf = new Map<number, string>()
  /** Tokens that opened nothing on this side, by side and hash, and until when that is believed. */
  const unknown = new Map<string, number>()

  function clear(): void {
    cache.clear()
    keyOf.clear()
  }
  function dropKey(key: string): void {
    const known = cache.get(key)
    if (known && keyOf.get(known.viewer.sessionId) === key) keyOf.delete(known.viewer.sessionId)
    cache.delete(key)
  }
  function dropSessions(ids: Concerned): void {
    if (ids === null) clear()
    for (const id of ids ?? []) {
      const key = keyOf.get(id)
      if (key !== undefined) dropKey(key)
    }
  }
  /** One of its people or companies changed; those are few beside the sessions. */
  const dropWhere = (idOf: (viewer: Viewer) => number | null) => (ids: Concerned) => {
    for (const [key, { viewer }] of cache) {
      const id = idOf(viewer)
      if (ids === null || (id !== null && ids.has(id))) dropKey(key)
    }
  }
  const memory = database.changes.memory({
    name: 'sessions',
    on: {
      session: dropSessions,
      account: dropWhere((viewer) => viewer.accountId),
      company: dropWhere((viewer) => viewer.company?.id ?? null),
      // Until when the shop is open to customers from before it.
      setting: clear,
    },
    clear,
    entries: () => cache.size,
  })
  /** Reads that began before this process's own deed must not be remembered after it. */
  let deeds = 0
  const forgetOne = (hash: Buffer) => {
    deeds += 1
    dropKey(hash.toString('hex'))
  }

  return {
    async find(token, now, isNew, side = 'buyer') {
      const hash = hashOf(token)
      const key = hash.toString('hex')
      const known = cache.get(key)
      const sinceSeen = known ? now.getTime() - known.seenAt : 0
      if (known && sinceSeen >= 0 && sinceSeen < SEEN_MS && now < known.expiresAt)
        return (known.viewer.staff === null) === (side === 'buyer') ? known.viewer : null
      const asked = `${side}:${key}`
      const until = unknown.get(asked)
      if (until !== undefined && now.getTime() < until && now.getTime() >= until - UNKNOWN_MS) return null
      if (known === undefined) isNew?.()
      const [mark, before] = [memory.mark(), deeds]
      const read = await loadViewer(database, hash, now, side)
      if (read === null) {
        dropKey(key)
        if (unknown.size >= CACHE_MAX) unknown.clear()
        unknown.set(asked, now.getTime() + UNKNOWN_MS)
        return null
      }
      const { viewer, lastSeenAt, expiresAt } = read
      const isSeen = now.getTime() - lastSeenAt.getTime() < SEEN_MS
      if (!isSeen) await markSeen(database, viewer.sessionId, now)
      if (cache.size >= CACHE_MAX) clear()
      if (memory.mayKeep(mark) && deeds === before) {
        // Renewed by another process, of which the feed has not told yet: the session's former token opens nothing from here on.
        const former = keyOf.get(viewer.sessionId)
        if (former !== undefined && former !== key) cache.delete(former)
        cache.set(key, { viewer, expiresAt, seenAt: isSeen ? lastSeenAt.getTime() : now.getTime() })
        keyOf.set(viewer.sessionId, key)
      }
      return viewer
    },
    async open({ accountId, companyId, ip, userAgent, shown, seenFrom, until }, now, side = 'buyer', connection = database.db) {
      const token = newToken()
      const seconds = seenFrom === undefined ? LASTS_SECONDS[side] : SEEING_SECONDS
      const expiresAt = new Date(now.getTime() + seconds * 1000)
      // Whoever changes a password ends the sessions there are, in one transaction: this one is there by then, or finds another password.
      const { numAffectedRows } = await sql`
        insert into session (token_hash, account_id, company_id, created_at, last_seen_at, expires_at, ip, user_agent, seen_from)
        select ${hashOf(token)}::bytea, a.id, ${companyId}::bigint, ${now}::timestamptz, ${now}::timestamptz,
               least(${expiresAt}::timestamptz, ${until ?? null}::timestamptz, (select f.expires_at from session f where f.id = ${seenFrom ?? null}::bigint)),
               ${ip}::text, ${userAgent.slice(0, 300)}::text, ${seenFrom ?? null}::bigint
          from account a where a.id = ${accountId} and a.password_hash = coalesce(${shown ?? null}::text, a.password_hash) for share`.execute(
        connection,
      )
      if (numAffectedRows === 0n) throw fieldErrors([{ field: 'password', message: '密码刚刚修改过，请用新密码登录' }])
      return token
    },
    async close(token) {
      const hash = hashOf(token)
      await database.db.deleteFrom('session').where('token_hash', '=', hash).execute()
      forgetOne(hash)
    },
    async use(token, companyId) {
      const hash = hashOf(token)
      await database.db.updateTable('session').set({ company_id: companyId }).where('token_hash', '=', hash).execute()
      forgetOne(hash)
    },
    async renew(token) {
      const [hash, fresh] = [hashOf(token), newToken()]
      await database.db
        .updateTable('session')
        .set({ token_hash: hashOf(fresh) })
        .where('token_hash', '=', hash)
        .execute()
      forgetOne(hash)
      return fresh
    },
    forget() {
      deeds += 1
      clear()
    },
  }
}

/** Cookies say nothing to the open API: who asks there shows a key. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  isOpen(request)
    ? undefined
    : sideOf(request) === 'staff'
      ? readCookie(request, STAFF_COOKIE, STAFF_SCOPE)
      : readCookie(request, SESSION_COOKIE)

export const setStaffCookie = (reply: FastifyReply, token: string): void =>
  giveCookie(reply, STAFF_COOKIE, token, LASTS_SECONDS.staff, STAFF_SCOPE)

export const clearStaffCookie = (reply: FastifyReply): void => dropCookie(reply, STAFF_COOKIE, STAFF_SCOPE)

export const setSessionCookie = (reply: FastifyReply, token: string): void => giveCookie(reply, SESSION_COOKIE, token, LASTS_SECONDS.buyer)

/** In the place of whatever buyer's session this browser had. */
export const setSeeingCookie = (reply: FastifyReply, token: string): void => giveCookie(reply, SESSION_COOKIE, token, SEEING_SECONDS)

export const clearSessionCookie = (reply: FastifyReply): void => dropCookie(reply, SESSION_COOKIE)

/**
 * Whoever sends his request slowly is asked for again when all of it is there and its turn has come: a session that ended meanwhile, or a
 * right that was taken away, is nothing any more.
 */
export function lookAgain(app: FastifyInstance, sessions: Sessions, clock: () => Date): void {
  app.addHook('preHandler', async (request) => {
    if (request.viewer === null || request.method === 'GET' || request.method === 'HEAD') return
    request.viewer = await sessions.find(tokenOf(request) ?? '', clock(), undefined, sideOf(request))
  })
}

/** Puts request.viewer on every request that carries a session cookie. */
export function useSessions(app: FastifyInstance, sessions: Sessions, clock: () => Date, isLimited: boolean): void {
  const strangers = createBuckets()
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request)
    if (!token || token.length >= 100) return
    // Made-up tokens would ask the database without end: what is new here is counted before it is asked for.
    const isNew = (): void => {
      const wait = isLimited ? strangers.take(addressKey(request.ip), NEW_TOKENS_A_MINUTE, performance.now()) : 0
      if (wait > 0) throw new ShopError(CODES.TOO_MANY, `操作过于频繁，请 ${wait} 秒后再试`, { retry_after: wait })
    }
    request.viewer = await sessions.find(token, clock(), isNew, sideOf(request))
  })
}
