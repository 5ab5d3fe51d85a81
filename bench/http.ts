import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export interface Answered {
  status: number
  milliseconds: number
  // biome-ignore lint/suspicious/noExplicitAny: the bench reads answers of many calls
  data: any
  message: string
}

/** One call with a session cookie; JSON both ways. */
export function ask(origin: string, method: 'GET' | 'POST', path: string, cookie: string, body?: object): Promise<Answered> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}${path}`,
      {
        method,
        agent,
        headers: {
          // Each side reads its own.
          ...(cookie && { cookie: `sid=${cookie}; staff=${cookie}` }),
          ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const parsed = incoming.headers['content-type']?.includes('json') ? JSON.parse(text) : {}
          resolve({
            status: incoming.statusCode ?? 0,
            milliseconds: performance.now() - started,
            data: parsed.data,
            message: parsed.message ?? '',
          })
        })
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

/** Runs work items at a fixed concurrency; answers how long all took, in seconds. */
export async function atConcurrency<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index)
    }),
  )
  return (performance.now() - started) / 1000
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
