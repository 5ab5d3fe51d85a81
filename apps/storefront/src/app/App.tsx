import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiClient } from '../api/client.ts'
import { ApiProvider } from '../api/context.tsx'

/** The same on the server and in the browser, so that hydration finds what was rendered. */
export function App({ api, queries, children }: { api: ApiClient; queries: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>{children}</ApiProvider>
    </QueryClientProvider>
  )
}
