import { traceHeaders } from '../../platform/trace.ts'
import { outsideReports } from './reports.ts'

/** Questions to services of the outside world: bounded in time and size, and never within a transaction. */

/** A day's bill of a big shop; everything else is some kilobytes. */
const ANSWER_BYTES = 64 * 1024 * 1024

export interface OutsideAnswer {
  status: number
  headers: Headers
  /** As it came: what was signed are these bytes. */
  body: Buffer
}

export interface OutsideQuestion {
  method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
  /** Of the service, as a person calls it. */
  service: string
  /** For whoever reads the log: addresses may carry secrets. */
  what: string
}

/** The service did not answer, or not in a way that can be believed. What it was asked to do may have been done. */
export class Unanswered extends Error {
  readonly service: string
  constructor(service: string, detail: string) {
    super(`${service} ${detail}`)
    this.service = service
  }
}

/** It was not asked at all: nobody was there, or it is given a rest. What it should have done is not done. */
export class NotReached extends Unanswered {}

/** It answered, believably, and said no: asking once more changes nothing, and what is so there may be asked for at once. */
export class Refused extends Unanswered {}

export interface AskLimits {
  /** Slower than that, and it is asked again by whoever asked. */
  answerMs: number
  /** So often in a row nothing came in time, and the service is given a rest. */
  silences: number
  /** So long nobody asks it; then one does, and the others when it has answered him. */
  restMs: number
}
const LIMITS: AskLimits = { answerMs: 10_000, silences: 3, restMs: 30_000 }

/** How a service has answered lately. What fails at once keeps nobody waiting, and is no silence. */
interface Standing {
  silences: number
  restsUntil: number
  isProbed: boolean
}

/** No connection came to be, so not a byte of the question is there. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Throws Unanswered where nothing came in time, or too much. A status of whatever kind is an answer. A service that lets everybody wait
 * to the end would hold the few jobs that work at once, one after another, and with them what has nothing to do with it; so it is left
 * alone for a while, and whoever asks is told at once.
 */
export function asker({ answerMs, silences, restMs }: AskLimits, reports = outsideReports) {
  const standings = new Map<string, Standing>()

  const standingOf = (url: string): Standing => {
    const { origin } = new URL(url)
    const known = standings.get(origin) ?? { silences: 0, restsUntil: 0, isProbed: false }
    standings.set(origin, known)
    return known
  }

  async function read(url: string, { service, what, ...question }: OutsideQuestion, signal: AbortSignal): Promise<OutsideAnswer> {
    try {
      const answer = await fetch(url, { ...question, headers: { ...traceHeaders(), ...question.headers }, redirect: 'error', signal })
      const parts: Uint8Array[] = []
      let size = 0
      for await (const part of answer.body ?? []) {
        size += part.length
        if (size > ANSWER_BYTES) throw new Unanswered(service, `${what}: more than ${ANSWER_BYTES} bytes`)
        parts.push(part)
      }
      return { status: answer.status, headers: answer.headers, body: Buffer.concat(parts) }
    } catch (error) {
      if (error instanceof Unanswered) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null
      const said = cause === null ? '' : ` (${cause.message})`
      const Kind = NO_CONNECTION.has(codeOf(cause)) ? NotReached : Unanswered
      throw new Kind(service, `${what}: ${error instanceof Error ? error.message : String(error)}${said}`)
    }
  }

  return async (url: string, question: OutsideQuestion): Promise<OutsideAnswer> => {
    const standing = standingOf(url)
    const isProbe = standing.silences >= silences
    if (isProbe && (standing.isProbed || performance.now() < standing.restsUntil))
      throw new NotReached(question.service, `${question.what}: not asked, it was silent ${standing.silences} times`)
    if (isProbe) standing.isProbed = true
    const signal = AbortSignal.timeout(answerMs)
    try {
      const answer = await read(url, question, signal)
      reports.answered(question.service)
      return answer
    } catch (error) {
      reports.failed(question.service, error)
      throw error
    } finally {
      if (isProbe) standing.isProbed = false
      standing.silences = signal.aborted ? standing.silences + 1 : 0
      if (standing.silences >= silences) {
        standing.restsUntil = performance.now() + restMs
        reports.rests(question.service, restMs)
      }
    }
  }
}

export const askOutside = asker(LIMITS)
