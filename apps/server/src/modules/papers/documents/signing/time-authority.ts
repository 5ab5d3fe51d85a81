import { HttpTimestampAuthority, type TimestampAuthority } from '@libpdf/core'

/** A paper never waits for its time stamp: what has not come by then comes later, by a job. */
const ANSWER_MS = 5_000
/** Ten times the longest token of a public authority. */
const ANSWER_BYTES_MAX = 128 * 1024
/** Papers come one after the other: an authority that did not answer one of them is not asked by each of the next. */
const QUIET_MS = 5 * 60_000

/** Until when an authority is not asked, by its address. */
const quiet = new Map<string, number>()

/** As a whole within the limits: the clock goes on while the body comes. */
async function fetchWithin(url: string | URL | Request, given: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...given, signal: AbortSignal.timeout(ANSWER_MS) })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += (part as Uint8Array).length
    if (size > ANSWER_BYTES_MAX) throw new Error('the time-stamp authority answers with more than a token')
    parts.push(part as Uint8Array)
  }
  return new Response(Buffer.concat(parts), { status: answer.status, statusText: answer.statusText })
}

/** An RFC 3161 authority that answers soon or not at all. */
export const timeAuthority = (url: string): TimestampAuthority => new HttpTimestampAuthority(url, { fetch: fetchWithin as typeof fetch })

/** The same for those who do not wait: silent for a while after it did not answer. */
export function hastyAuthority(url: string): TimestampAuthority {
  const authority = timeAuthority(url)
  return {
    async timestamp(digest, algorithm) {
      if (performance.now() < (quiet.get(url) ?? 0)) throw new Error('the time-stamp authority did not answer a moment ago')
      try {
        return await authority.timestamp(digest, algorithm)
      } catch (error) {
        quiet.set(url, performance.now() + QUIET_MS)
        throw error
      }
    },
  }
}
