/** Questions to services of the outside world: bounded in time and size, and never within a transaction. */

/** Slower than that, and it is asked again by whoever asked. */
const ANSWER_MS = 10_000
/** A day's bill of a big shop; everything else is some kilobytes. */
const ANSWER_BYTES = 64 * 1024 * 1024

export interface OutsideAnswer {
  status: number
  headers: Headers
  /** As it came: what was signed are these bytes. */
  body: Buffer
}

export interface OutsideQuestion {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
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

/** Throws Unanswered where nothing came in time, or too much. A status of whatever kind is an answer. */
export async function askOutside(url: string, { service, what, ...question }: OutsideQuestion): Promise<OutsideAnswer> {
  try {
    const answer = await fetch(url, { ...question, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
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
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    throw new Unanswered(service, `${what}: ${error instanceof Error ? error.message : String(error)}${cause && ` (${cause})`}`)
  }
}
