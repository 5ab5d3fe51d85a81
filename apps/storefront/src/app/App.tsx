import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { QueryClient } from '../api/cache.ts'
import type { ApiClient } from '../api/client.ts'
import { ApiProvider } from '../api/context.tsx'
import { QueryClientProvider } from '../api/useQuery.ts'
import { createIsOpen, SiteProvider } from './site.tsx'

interface Props {
  api: ApiClient
  queries: QueryClient
  routes: RouteObject[]
  children: ReactNode
}

const siteOf = (() => {
  const known = new WeakMap<RouteObject[], ReturnType<typeof createIsOpen>>()
  return (routes: RouteObject[]) => {
    const site = known.get(routes) ?? createIsOpen(routes)
    known.set(routes, site)
    return site
  }
})()

/** The same on the server and in the browser, so that hydration finds what was rendered. */
export function App({ api, queries, routes, children }: Props) {
  return (
    <QueryClientProvider value={queries}>
      <ApiProvider value={api}>
        <SiteProvider value={siteOf(routes)}>{children}</SiteProvider>
      </ApiProvider>
    </QueryClientProvider>
  )
}
