import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * W3C Trace Context: whoever stands before the shop may name the trace that a request belongs to. It stands in the log's line of
 * the request, and goes on to services that are asked meanwhile. A request without one costs nothing and begins none.
 */

interface Trace {
  id: string
  flags: string
}
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export function readTraceparent(header: unknown): Trace | null {
  const found = typeof header === 'string' && header.length === 55 ? PARENT.exec(header) : null
  const [, id = '', span = '', flags = ''] = found ?? []
  // All zeros name nothing (W3C Trace Context, 3.2.2).
  return found === null || /^0+$/.test(id) || /^0+$/.test(span) ? null : { id, flags }
}

const current = new AsyncLocalStorage<Trace>()

/** What goes out with a question to somebody else; nothing where no trace was named. */
export function traceHeaders(): Record<string, string> {
  const trace = current.getStore()
  return trace === undefined ? {} : { traceparent: `00-${trace.id}-${randomBytes(8).toString('hex')}-${trace.flags}` }
}
export const traceId = (): string => current.getStore()?.id ?? ''

export function followTraces(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = readTraceparent(request.headers.traceparent)
    if (trace === null) done()
    else current.run(trace, done)
  })
}
