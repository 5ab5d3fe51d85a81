import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import { addressKey } from './addresses.ts'
import { ShopError } from './errors.ts'

/**
 * What one account, or one address of a visitor, may ask of one process: more than people do, and less than what would keep
 * the others waiting. Ways in, codes and uploads have narrower limits of their own, counted in the database.
 */
export const REQUEST_LIMITS = {
  /** Calls that read or write a screen. */
  call: { perMinute: 600 },
  /** Pages drawn on the server; the calls that they make are not counted again. */
  page: { perMinute: 240 },
  /** Drawn in no time, and many to a page. */
  picture: { perMinute: 6000 },
  /** Workbooks, PDFs and archives that are made for one answer. */
  export: { perMinute: 20 },
  /** Lists of goods that are looked up line by line. */
  match: { perMinute: 60 },
  /** Payment channels tell of many payments from a few addresses. */
  callback: { perMinute: 3000 },
  /** What comes to the door of other systems from one address, whatever key it shows; keys have limits of their own. */
  open: { perMinute: 1500 },
} as const
export type LimitName = keyof typeof REQUEST_LIMITS

/** An address may be that of a whole office. */
const VISITOR_FACTOR = 2
/** Of so many only the fullest half is kept: whoever is forgotten begins with a full bucket. */
const BUCKETS_MAX = 50_000

interface Bucket {
  tokens: number
  at: number
}

/** Buckets that fill again by the minute. take answers the seconds to wait, 0 = go on. */
export function createBuckets() {
  const buckets = new Map<string, Bucket>()
  return {
    take(key: string, perMinute: number, nowMs: number): number {
      const bucket = buckets.get(key)
      if (bucket === undefined) {
        if (buckets.size >= BUCKETS_MAX) {
          let drop = BUCKETS_MAX / 2
          // The order of a map is that of the first use: the oldest go.
          for (const old of buckets.keys()) {
            if (drop-- === 0) break
            buckets.delete(old)
          }
        }
        buckets.set(key, { tokens: perMinute - 1, at: nowMs })
        return 0
      }
      const filled = bucket.tokens + (Math.max(0, nowMs - bucket.at) * perMinute) / 60_000
      bucket.tokens = Math.min(perMinute, filled)
      bucket.at = nowMs
      if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / perMinute))
      bucket.tokens -= 1
      return 0
    },
    /** Calls that are left just now. */
    left: (key: string, perMinute: number): number => Math.floor(buckets.get(key)?.tokens ?? perMinute),
    size: () => buckets.size,
  }
}

/** Exports by other names, and lists that come as files. */
const LARGE_ANSWERS: ReadonlySet<string> = new Set([
  '/api/openapi.json',
  '/api/quick_order/file',
  '/api/staff/sales_record',
  '/api/staff/trace_code/pack',
])

/** Pictures that are drawn by what the request says. */
const DRAWN: ReadonlySet<string> = new Set(['/img/qr.svg', '/img/wechat.svg'])

/** By the route's pattern; null: not counted (health, built files). */
export function limitOf(pattern: string | undefined): LimitName | null {
  if (pattern === undefined) return 'call'
  if (pattern === '/healthz' || pattern === '/readyz' || pattern.startsWith('/assets/')) return null
  if (pattern.startsWith('/open/')) return 'open'
  if (!pattern.startsWith('/api/'))
    return pattern === '/*' || DRAWN.has(pattern) || /^\/(gateway|demo|wechat|pay)\//.test(pattern) ? 'page' : 'picture'
  if (pattern.startsWith('/api/pay/notify/') || pattern === '/api/parcel/push') return 'callback'
  if (/\/(export|zip|template|form)$/.test(pattern) && !pattern.startsWith('/api/after_sale/')) return 'export'
  if (LARGE_ANSWERS.has(pattern)) return 'export'
  return pattern === '/api/quick_order/match' ? 'match' : 'call'
}

/** Marks the calls that a page makes in this process, which nobody outside can know. */
export const PAGE_CALL = { name: 'x-page-call', value: randomUUID() } as const
export const isPageCall = (request: FastifyRequest) => request.headers[PAGE_CALL.name] === PAGE_CALL.value

/** In memory, each process by itself: behind n processes the limits are n times as wide, which does not matter for what they are. */
export function limitRequests(app: FastifyInstance): void {
  const buckets = createBuckets()
  const names = new Map<string | undefined, LimitName | null>()
  app.addHook('onRequest', async (request) => {
    const pattern = request.routeOptions.url
    let name = names.get(pattern)
    if (name === undefined) {
      name = limitOf(pattern)
      names.set(pattern, name)
    }
    if (name === null || isPageCall(request)) return
    const { perMinute } = REQUEST_LIMITS[name]
    const wait =
      request.viewer === null
        ? buckets.take(`${name}|${addressKey(request.ip)}`, perMinute * VISITOR_FACTOR, performance.now())
        : buckets.take(`${name}|${request.viewer.accountId}`, perMinute, performance.now())
    if (wait > 0) throw new ShopError(CODES.TOO_MANY, `操作过于频繁，请 ${wait} 秒后再试`, { retry_after: wait })
  })
}
