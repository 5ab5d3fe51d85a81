import qs from 'qs'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { Call } from '#contract/call.ts'
import { OPEN_PROBLEMS, type OpenProblemCode, openProblemsOf } from '#contract/open-problems.ts'
import { rightValue } from '../apps/server/test/wrong-values.ts'
import { type Answered, asJson, envelopeOf, send } from './http.ts'

/** The parts of a request of the contract, right or wrong. */
export interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

export const titleOf = (call: Call): string => `${call.method} ${call.path}`

export const rightParts = (call: Call, id: number): Parts => {
  const body = rightValue(call.body as never, id)
  // Rows of the open API have a schema of their own, and its moments a form that no schema says.
  const rows = call.row && { rows: [rightValue(call.row as never, id)], cutoff: new Date().toISOString() }
  return {
    params: rightValue(call.params as never, id),
    query: rightValue(call.query as never, id),
    body: rows ? { ...(body as object), ...rows } : body,
  }
}

/** A path may not hold what no browser would send there; a URL of more than that is the HTTP parser's matter. */
const URL_MAX = 14_000

export function sendCall(origin: string, call: Call, parts: Parts, cookie: string, asForm: boolean): Promise<Answered> {
  const params = (parts.params ?? {}) as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => {
    const text = String(params[key] ?? '')
    return encodeURIComponent(text.isWellFormed() ? text : '') || '0'
  })
  const query = parts.query === undefined || parts.query === null ? '' : qs.stringify(wellFormed(parts.query))
  const url = (query ? `${path}?${query}` : path).slice(0, URL_MAX)
  if (call.method === 'GET' || parts.body === undefined) return send(origin, call.method, url, { cookie })
  if (!asForm) return send(origin, call.method, url, { cookie, ...asJson(parts.body) })
  const form = { type: 'application/x-www-form-urlencoded', body: qs.stringify(wellFormed(parts.body)) }
  return send(origin, call.method, url, { cookie, ...form })
}

/** Lone surrogates cannot be percent-encoded; JSON bodies carry them all the same. */
function wellFormed(value: unknown): object {
  const object = typeof value === 'object' && value !== null ? value : { value }
  return JSON.parse(JSON.stringify(object, (_key, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part)))
}

/** What must not be in an answer, as a sentence; null where it is right. */
export function faultOf(call: Call, answer: Answered): string | null {
  const shown = `${titleOf(call)}: ${answer.status} ${answer.text.slice(0, 160)}`
  if (answer.failure === 'hang') return `no answer within ten seconds: ${titleOf(call)}`
  if (answer.failure === 'cut') return `cut off without an answer: ${titleOf(call)}`
  if (answer.status >= 500) return `5xx: ${shown}`
  if (call.access === 'integration') return openFaultOf(call, answer, shown)
  const envelope = envelopeOf(answer)
  if (envelope === null) {
    // A file that a person keeps comes without the envelope.
    if (answer.status === 200 && answer.headers['content-disposition']) return null
    return `no envelope: ${shown}`
  }
  if (envelope.code !== answer.status) return `code and status differ: ${shown}`
  if (answer.status >= 400 && !/[\u4e00-\u9fff]/.test(envelope.message)) return `no Chinese sentence: ${shown}`
  if (answer.status === 200 && !Value.Check(call.data as TSchema, envelope.data)) {
    const [first] = Value.Errors(call.data as TSchema, envelope.data)
    return `not as declared (${first?.instancePath ?? ''} ${first?.message ?? ''}): ${shown}`
  }
  return null
}

/** Without an envelope: the data, or a problem that the call names. */
function openFaultOf(call: Call, { status, text }: Answered, shown: string): string | null {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return `no JSON: ${shown}`
  }
  if (status === 200) return Value.Check(call.data as TSchema, data) ? null : `not as declared: ${shown}`
  const { code, detail } = data as { code?: OpenProblemCode; detail?: string }
  if (code === undefined || OPEN_PROBLEMS[code]?.status !== status || !openProblemsOf(call).includes(code))
    return `no problem of this call: ${shown}`
  return /[\u4e00-\u9fff]/.test(detail ?? '') ? null : `no Chinese sentence: ${shown}`
}
