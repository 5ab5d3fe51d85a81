import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 128 })
const HANG_MS = 10_000

export interface Answered {
  /** 0: no answer; see `failure`. */
  status: number
  failure: 'hang' | 'cut' | null
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** One request; never throws. An answer that does not come within ten seconds is a hang. */
export function send(
  origin: string,
  method: string,
  path: string,
  { cookie, type, body }: { cookie?: string; type?: string; body?: Buffer | string } = {},
): Promise<Answered> {
  return new Promise((resolve) => {
    const none = (failure: 'hang' | 'cut') => resolve({ status: 0, failure, headers: {}, text: '' })
    const payload = typeof body === 'string' ? Buffer.from(body) : body
    const outgoing = request(
      `${origin}${path}`,
      {
        method,
        agent,
        headers: {
          // Each side reads its own.
          ...(cookie && (cookie.startsWith('ak_') ? { authorization: `Bearer ${cookie}` } : { cookie: `sid=${cookie}; staff=${cookie}` })),
          ...(type && { 'content-type': type }),
          ...(payload && { 'content-length': payload.length }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', () => none('cut'))
        incoming.on('end', () => {
          clearTimeout(limit)
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: incoming.statusCode ?? 0, failure: null, headers: incoming.headers, text })
        })
      },
    )
    const limit = setTimeout(() => {
      none('hang')
      outgoing.destroy()
    }, HANG_MS)
    outgoing.on('error', () => {
      clearTimeout(limit)
      none('cut')
    })
    outgoing.end(payload)
  })
}

export const asJson = (body: unknown) => ({ type: 'application/json', body: JSON.stringify(body) })

/** The envelope of an answer; null where it has none. */
// biome-ignore lint/suspicious/noExplicitAny: the torture looks into the data of any call
export function envelopeOf(answer: Answered): { code: number; message: string; data: any } | null {
  if (!String(answer.headers['content-type'] ?? '').includes('json')) return null
  try {
    const parsed: unknown = JSON.parse(answer.text)
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? (parsed as never) : null
  } catch {
    return null
  }
}
