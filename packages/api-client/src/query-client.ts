import { createCache, type QueryClient } from './cache.ts'
import { ApiError } from './client.ts'

/** One a request on the server, one a visit in the browser. */
export function createQueries(): QueryClient {
  return createCache({
    browser: typeof window !== 'undefined',
    // A refusal will not change by asking again; a lost network may.
    mayRetry: (error) => !(error instanceof ApiError),
  })
}
