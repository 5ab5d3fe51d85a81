import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * W3C Trace Context: whoever stands before the shop may name the trace that a request belongs to. It stands in the log's line of
 * the request, and goes on to services that are asked meanwhile. Where spans are kept (spans.ts) some requests begin one themselves;
 * elsewhere a request without one costs nothing and begins none.
 */

export interface NamedTrace {
  id: string
  /** The caller's span. */
  parent: string
  flags: string
}
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export function readTraceparent(header: unknown): NamedTrace | null {
  const found = typeof header === 'string' && header.length === 55 ? PARENT.exec(header) : null
  const [, id = '', parent = '', flags = ''] = found ?? []
  // All zeros name nothing (W3C Trace Context, 3.2.2).
  return found === null || /^0+$/.test(id) || /^0+$/.test(parent) ? null : { id, parent, flags }
}

export interface Answered {
  method: string
  route: string
  class: string
  status: number
}
/** One request's, while it is answered. */
export interface RequestSpan {
  traceId: string
  id: string
  /** A statement that the database has just answered. */
  statement: (text: string, ms: number, failed: boolean) => void
  end: (answered: Answered) => void
}
export interface Spans {
  /** null: this one is not kept. */
  begin: (named: NamedTrace | null) => RequestSpan | null
}

interface Current {
  id: string
  flags: string
  span: RequestSpan | null
}
const current = new AsyncLocalStorage<Current>()

/** What goes out with a question to somebody else; nothing where no trace was named. */
export function traceHeaders(): Record<string, string> {
  const trace = current.getStore()
  return trace === undefined ? {} : { traceparent: `00-${trace.id}-${trace.span?.id ?? randomBytes(8).toString('hex')}-${trace.flags}` }
}
export const traceId = (): string => current.getStore()?.id ?? ''
export const currentSpan = (): RequestSpan | null => current.getStore()?.span ?? null

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null
  }
}

/** classOf: of a route's pattern, as the figures have it. */
export function followTraces(app: FastifyInstance, classOf: (pattern: string | undefined) => string, spans: Spans | null = null): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const named = readTraceparent(request.headers.traceparent)
    const span = spans?.begin(named) ?? null
    request.span = span
    if (span !== null) current.run({ id: span.traceId, flags: '01', span }, done)
    else if (named !== null) current.run({ ...named, span }, done)
    else done()
  })
  if (spans === null) return
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    request.span?.end({ method: request.method, route, class: classOf(request.routeOptions.url), status: reply.statusCode })
    done()
  })
}
