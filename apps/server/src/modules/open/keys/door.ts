import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { OPEN_ONCE_DAYS } from '#contract/constants.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { reviewOf } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { isWithin } from '../../../platform/networks.ts'
import type { Integration, OpenDoor } from '../../../platform/open-door.ts'
import { OpenRefusal } from '../../../platform/open-problems.ts'
import { createBuckets } from '../../../platform/request-limits.ts'
import { transact } from '../../../platform/transact.ts'
import { loadCompanies } from '../../../platform/viewer-store.ts'
import { tryOut } from '../../who/approvals/public.ts'
import { answeredBefore, beginOnce, type KnownSecret, keepAnswer, knownSecret, markUsed, signingSecrets, takeNonce } from './door-store.ts'
import { openWordName } from './scopes.ts'
import { isSignedBy, refuseStale, type Signed, signedOf } from './signature.ts'
import { isSecret, secretHash } from './token.ts'

/** Calls of one key in a minute. Stock comes every minute whatever else goes on, and has a count of its own. A buyer's
 * key is one of thousands. */
const LIMITS = { call: 600, stock: 240, own: 120, order: 30 } as const
function limitOf({ method, path }: Call): keyof typeof LIMITS {
  if (path.startsWith('/open/v1/own/')) return method === 'POST' ? 'order' : 'own'
  return path === '/open/v1/stock' ? 'stock' : 'call'
}

const DAY_MS = 86_400_000
/** How exact "last used" is. */
const USED_MS = 60_000
const ONCE_KEY = /^[\x21-\x7e]{1,255}$/
/** When who met a deed at work may ask again. */
const RUNNING_SECONDS = 2

function secretOf({ headers }: FastifyRequest): string {
  const { authorization } = headers
  if (authorization === undefined) throw new OpenRefusal('KEY_MISSING')
  const [, secret = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (!isSecret(secret)) throw new OpenRefusal('KEY_UNKNOWN')
  return secret
}

async function shownBy(db: Connection, request: FastifyRequest): Promise<KnownSecret> {
  const known = await knownSecret(db, secretHash(secretOf(request)))
  if (known === null) throw new OpenRefusal('KEY_UNKNOWN')
  if (known.signs) throw new OpenRefusal('SIGNATURE_NEEDED')
  return known
}

async function signedBy(db: Connection, request: FastifyRequest, signed: Signed, now: Date): Promise<KnownSecret> {
  const begin = await signingSecrets(db, signed.key)
  if (begin.length === 0) throw new OpenRefusal('KEY_UNKNOWN')
  const known = begin.find(({ signing }) => signing !== null && isSignedBy(signing, request, signed))
  if (known === undefined) throw new OpenRefusal('SIGNATURE_WRONG')
  // Of the moment that it arrived, however slowly its body came.
  if (request.integration === null) refuseStale(signed, now)
  return known
}

/** The company of a buyer's key as it is at this moment, asked for by who made the key; throws where it may ask nothing any more. */
async function buyerBehind({ db }: DatabaseHandle, { buyer }: KnownSecret, now: Date): Promise<Integration['buyer']> {
  if (buyer === null) return null
  const { companyId, accountId, username, name, phone, isOwner, blocked } = buyer
  if (blocked !== null) throw new OpenRefusal('KEY_STOPPED', `商城已停用贵企业的接口：${blocked}`)
  const [company] = isOwner ? await loadCompanies(db, accountId, [companyId]) : []
  if (company === undefined) throw new OpenRefusal('KEY_STOPPED', '新建这个密钥的人已不是企业的负责人，密钥随之停用')
  if (reviewOf(company.reviewState) !== 'passed')
    throw new OpenRefusal('COMPANY_SHUT', companyRefusals(company, beijingDate(now))[0]?.message)
  return { accountId, sessionId: 0, username, name, phone, face: '', staff: null, hasWechat: false, company, seenBy: null }
}

async function enter(database: DatabaseHandle, call: Call, request: FastifyRequest, now: Date): Promise<Integration> {
  const { db } = database
  const signed = signedOf(request)
  const known = signed === null ? await shownBy(db, request) : await signedBy(db, request, signed, now)
  if (known.isStopped) throw new OpenRefusal('KEY_STOPPED')
  if (known.expiresOn < beijingDate(now)) throw new OpenRefusal('KEY_EXPIRED', `密钥已于 ${known.expiresOn} 过期`)
  if (known.addresses.length > 0 && !isWithin(known.addresses, request.ip))
    throw new OpenRefusal('ADDRESS_REFUSED', `密钥不能从 ${request.ip} 使用`)
  const { scope = '' } = call
  if (!known.scopes.includes(scope)) throw new OpenRefusal('SCOPE_MISSING', `密钥没有“${openWordName(scope)}”的权限：${scope}`)
  const buyer = await buyerBehind(database, known, now)
  // What was signed comes in once; a request is asked about twice.
  if (signed !== null && request.integration === null && !(await takeNonce(db, known.secretId, signed.nonce, now)))
    throw new OpenRefusal('SIGNATURE_USED')
  const isFresh = known.lastUsedFrom === request.ip && known.lastUsedAt !== null && now.getTime() - known.lastUsedAt.getTime() < USED_MS
  if (!isFresh) await markUsed(db, known.secretId, request.ip, now)
  return {
    keyId: known.keyId,
    secretId: known.secretId,
    name: known.name,
    scopes: new Set(known.scopes),
    buyer,
    bodyHash: signed?.body ?? null,
  }
}

function onceKeyOf(call: Call, { headers }: FastifyRequest): string | null {
  const given = headers['idempotency-key']
  if (given === undefined) {
    if (call.onceOnly) throw new OpenRefusal('IDEMPOTENCY_MISSING')
    return null
  }
  if (typeof given !== 'string' || !ONCE_KEY.test(given))
    throw new OpenRefusal('INVALID', 'Idempotency-Key 应是 1 到 255 个可见的 ASCII 字符')
  return given
}

/** Of what was asked: the same key for something else is a mistake of the caller's. */
const hashOf = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()

export function createOpenDoor(database: DatabaseHandle, isLimited: boolean): OpenDoor {
  const buckets = createBuckets()
  return {
    enter: (call, request, now) => enter(database, call, request, now),
    count(call, { keyId }, reply) {
      if (!isLimited) return
      const name = limitOf(call)
      const [key, perMinute] = [`${name} ${keyId}`, LIMITS[name]]
      const wait = buckets.take(key, perMinute, performance.now())
      const left = buckets.left(key, perMinute)
      reply.header('ratelimit-limit', perMinute)
      reply.header('ratelimit-remaining', left)
      // Until it is full again.
      reply.header('ratelimit-reset', Math.ceil(((perMinute - left) * 60) / perMinute))
      if (wait > 0) throw new OpenRefusal('TOO_MANY', `这个密钥的调用过于频繁，请 ${wait} 秒后再试`, wait)
    },
    async work(call, request, reply, now, deed) {
      const onceKey = isTrial(request) ? null : onceKeyOf(call, request)
      return transact(database.db, async (trx) => {
        const within = { ...database, db: trx }
        const keyId = request.integration?.keyId ?? 0
        const lasting: ((connection: Connection) => Promise<void>)[] = []
        const done = () => deed(within, (write) => lasting.push(write))
        const whole = async (work: () => Promise<unknown>) => {
          const answer = JSON.stringify(await work())
          for (const write of lasting) await write(trx)
          return answer
        }
        if (isTrial(request)) return whole(() => tryOut(trx, done))
        if (onceKey === null) return whole(done)
        if (!(await beginOnce(trx, keyId, onceKey))) throw new OpenRefusal('IDEMPOTENCY_RUNNING', undefined, RUNNING_SECONDS)
        const hash = hashOf(request)
        const before = await answeredBefore(trx, keyId, onceKey, new Date(now.getTime() - OPEN_ONCE_DAYS * DAY_MS))
        if (before !== null) {
          if (!before.hash.equals(hash)) throw new OpenRefusal('IDEMPOTENCY_MISMATCH')
          replayed(reply)
          return before.answer
        }
        const answer = await whole(done)
        await keepAnswer(trx, { keyId, onceKey, hash, answer }, now)
        return answer
      })
    },
  }
}

const isTrial = ({ query }: FastifyRequest): boolean => (query as { check?: number } | undefined)?.check === 1
const replayed = (reply: FastifyReply): void => void reply.header('idempotency-replayed', 'true')
