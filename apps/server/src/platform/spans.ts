import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Answered, NamedTrace, RequestSpan, Spans } from './trace.ts'

/**
 * Spans of requests and of the statements they asked, for an OTLP collector. Nothing of what was asked is in them: routes by their pattern, statements
 * without their values. Loaded where OTLP_URL is set, and only there.
 */

/** Where the collector is away, what is newer is dropped; requests never wait for it. */
const QUEUE_MAX = 4_096
const EVERY_MS = 2_000
const WAIT_MS = 5_000
const NAME_MAX = 60
const TEXT_MAX = 2_000
const FAULT = 500
const SUCCESS = 0
const SAMPLED = 1

export interface KeptSpans extends Spans {
  /** Sends what is there. */
  stop: () => Promise<void>
}

/** Says once that the collector is away, and once that it is back. */
function telling(exporter: SpanExporter, onTrouble: (what: string, error?: unknown) => void): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== SUCCESS
        if (failed !== isAway) onTrouble(failed ? 'spans cannot be sent to the collector' : 'spans are sent again', result.error)
        isAway = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** percent: of the requests whose trace nobody named; of the others the caller says. */
export function keepSpans(
  url: string,
  percent: number,
  onTrouble: (what: string, error?: unknown) => void,
  random: () => number = Math.random,
): KeptSpans {
  const exporter = telling(new OTLPTraceExporter({ url, timeoutMillis: WAIT_MS }), onTrouble)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'anheng-yaocai', 'service.instance.id': String(process.pid) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: QUEUE_MAX, scheduledDelayMillis: EVERY_MS, exportTimeoutMillis: WAIT_MS * 2 }),
    ],
  })
  const tracer = provider.getTracer('anheng-yaocai')

  function begin(named: NamedTrace | null): RequestSpan | null {
    const isKept = named === null ? random() * 100 < percent : (Number.parseInt(named.flags, 16) & SAMPLED) === SAMPLED
    if (!isKept) return null
    const before =
      named === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { traceId: named.id, spanId: named.parent, traceFlags: SAMPLED, isRemote: true })
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, before)
    const within = trace.setSpan(ROOT_CONTEXT, span)
    const { traceId, spanId } = span.spanContext()
    return {
      traceId,
      id: spanId,
      statement(text, ms, failed) {
        const now = Date.now()
        const plain = text.replace(/\s+/g, ' ').trim()
        const attributes = { 'db.system.name': 'postgresql', 'db.query.text': plain.slice(0, TEXT_MAX) }
        const child = tracer.startSpan(plain.slice(0, NAME_MAX), { kind: SpanKind.CLIENT, startTime: now - ms, attributes }, within)
        if (failed) child.setStatus({ code: SpanStatusCode.ERROR })
        child.end(now)
      },
      end({ method, route, class: kind, status }: Answered) {
        span.updateName(`${method} ${route}`)
        span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, 'shop.class': kind })
        if (status >= FAULT) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return { begin, stop: () => provider.shutdown() }
}
