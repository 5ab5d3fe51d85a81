import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import { addressKey } from './addresses.ts'
import { dropCookie, giveCookie, readCookie } from './cookies.ts'
import type { DatabaseHandle } from './database.ts'
import { ShopError } from './errors.ts'
import { createBuckets } from './request-limits.ts'
import type { Viewer } from './viewer.ts'
import { loadViewer, markSeen } from './viewer-store.ts'

const SESSION_COOKIE = 'sid'
const SESSION_DAYS = 30
/** How long a process may answer from what it read last; a change of rights is told by forget() everywhere sooner. */
const CACHE_MS = 5_000
const CACHE_MAX = 20_000
/** So long a token that opens nothing is not asked for again. */
const UNKNOWN_MS = 5_000
/** How exact "last seen" is: a write at most this often. */
const SEEN_MS = 5 * 60_000

/** Tokens of one address that a process has not seen yet: an office that comes back after a restart, not a program. */
const NEW_TOKENS_A_MINUTE = 300

export interface Sessions {
  /** isNew is asked before the database is, where this process has not seen the token yet; what it throws ends the request. */
  find: (token: string, now: Date, isNew?: () => void) => Promise<Viewer | null>
  open: (who: { accountId: number; companyId: number | null; ip: string; userAgent: string }, now: Date) => Promise<string>
  close: (token: string) => Promise<void>
  use: (token: string, companyId: number) => Promise<void>
  /** The same session under a new token, the old one ends: after the holder showed again who it is, or changed how. */
  renew: (token: string) => Promise<string>
  /** Drops what this process remembers of one session (its token hash in hex) or of all; called on 'viewer_changed'. */
  forget: (tokenHash?: string) => void
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
const newToken = () => randomBytes(32).toString('base64url')

export function createSessions(database: DatabaseHandle): Sessions {
  /** By token hash in hex, as the notification names sessions. */
  const cache = new Map<string, { viewer: Viewer; readAt: number }>()
  /** Tokens that opened nothing, by hash, and until when that is believed. */
  const unknown = new Map<string, number>()
  /** Grows with every word of a change: what was read before it is not remembered after it. */
  let changes = 0
  function drop(key?: string): void {
    changes += 1
    if (key === undefined) cache.clear()
    else cache.delete(key)
  }
  return {
    async find(token, now, isNew) {
      const hash = hashOf(token)
      const key = hash.toString('hex')
      const known = cache.get(key)
      if (known && now.getTime() - known.readAt < CACHE_MS && now.getTime() >= known.readAt) return known.viewer
      const until = unknown.get(key)
      if (until !== undefined && now.getTime() < until && now.getTime() >= until - UNKNOWN_MS) return null
      if (known === undefined) isNew?.()
      const before = changes
      const read = await loadViewer(database, hash, now)
      if (read === null) {
        cache.delete(key)
        if (unknown.size >= CACHE_MAX) unknown.clear()
        unknown.set(key, now.getTime() + UNKNOWN_MS)
        return null
      }
      const { viewer, lastSeenAt } = read
      if (now.getTime() - lastSeenAt.getTime() >= SEEN_MS) await markSeen(database, viewer.sessionId, now)
      if (cache.size >= CACHE_MAX) cache.clear()
      if (changes === before) cache.set(key, { viewer, readAt: now.getTime() })
      return viewer
    },
    async open({ accountId, companyId, ip, userAgent }, now) {
      const token = newToken()
      await database.db
        .insertInto('session')
        .values({
          token_hash: hashOf(token),
          account_id: accountId,
          company_id: companyId,
          created_at: now,
          last_seen_at: now,
          expires_at: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
          ip,
          user_agent: userAgent.slice(0, 300),
        })
        .execute()
      return token
    },
    async close(token) {
      const hash = hashOf(token)
      await database.db.deleteFrom('session').where('token_hash', '=', hash).execute()
      drop(hash.toString('hex'))
    },
    async use(token, companyId) {
      const hash = hashOf(token)
      await database.db.updateTable('session').set({ company_id: companyId }).where('token_hash', '=', hash).execute()
      drop(hash.toString('hex'))
    },
    async renew(token) {
      const [hash, fresh] = [hashOf(token), newToken()]
      await database.db
        .updateTable('session')
        .set({ token_hash: hashOf(fresh) })
        .where('token_hash', '=', hash)
        .execute()
      drop(hash.toString('hex'))
      return fresh
    },
    forget: drop,
  }
}

export const tokenOf = (request: FastifyRequest): string | undefined => readCookie(request, SESSION_COOKIE)

export const setSessionCookie = (reply: FastifyReply, token: string): void =>
  giveCookie(reply, SESSION_COOKIE, token, SESSION_DAYS * 86_400)

export const clearSessionCookie = (reply: FastifyReply): void => dropCookie(reply, SESSION_COOKIE)

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
    request.viewer = await sessions.find(token, clock(), isNew)
  })
}
