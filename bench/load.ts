import autocannon from 'autocannon'

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}

export interface LoadResult {
  answers: number
  perSecond: number
  p50: number
  p99: number
  errors: number
}

/** A closed loop of so many clients over loopback; requests are dealt out in turn, so no answer is asked twice in a row. */
export async function load(
  origin: string,
  requests: readonly LoadRequest[],
  options: { clients: number; seconds: number; cookie?: string },
): Promise<LoadResult> {
  const result = await autocannon({
    url: origin,
    connections: options.clients,
    duration: options.seconds,
    headers: options.cookie ? { cookie: `sid=${options.cookie}` } : {},
    requests: requests.map((request) => ({
      method: request.method ?? 'GET',
      path: request.path,
      ...(request.body && { body: request.body }),
      ...(request.headers && { headers: request.headers }),
    })),
  })
  return {
    answers: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

/** Before and after, so that what the machine does meanwhile weighs on both sides of a ratio. */
export async function besides(
  limit: () => Promise<LoadResult>,
  figure: () => Promise<LoadResult>,
): Promise<{ limit: LoadResult; figure: LoadResult }> {
  const before = await limit()
  const measured = await figure()
  const after = await limit()
  return { figure: measured, limit: { ...after, perSecond: (before.perSecond + after.perSecond) / 2 } }
}
