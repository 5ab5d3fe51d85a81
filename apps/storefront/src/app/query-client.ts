import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.ts'

// A tick box that is bound to a query must follow the click before the browser draws again; the default waits for a timer.
notifyManager.setScheduler(queueMicrotask)

/** One a request on the server, one a visit in the browser. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A refusal will not change by asking again; a lost network may.
        retry: (count, error) => typeof window !== 'undefined' && count < 1 && !(error instanceof ApiError),
      },
    },
  })
}
