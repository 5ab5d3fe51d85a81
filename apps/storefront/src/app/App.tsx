import { type ReactNode, useEffect } from 'react'
import type { QueryClient } from '#api-client/cache.ts'
import type { ApiClient } from '#api-client/client.ts'
import { ApiProvider } from '#api-client/context.tsx'
import { QueryClientProvider } from '#api-client/useQuery.ts'
import { isElsewhere, routesWith } from '../routes.tsx'
import { doWhatCameEarly } from './early.ts'
import { createIsOpen, SiteProvider } from './site.tsx'

interface Props {
  api: ApiClient
  queries: QueryClient
  children: ReactNode
}

// The browser does not know every route yet, and the server must draw what the browser will.
const isOpen = createIsOpen(routesWith([]), isElsewhere)

/** The same on the server and in the browser, so that hydration finds what was rendered. */
export function App({ api, queries, children }: Props) {
  useEffect(doWhatCameEarly, [])
  return (
    <QueryClientProvider value={queries}>
      <ApiProvider value={api}>
        <SiteProvider value={isOpen}>{children}</SiteProvider>
      </ApiProvider>
    </QueryClientProvider>
  )
}
