import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { ApiClient } from '../api/client.ts'
import { ApiProvider } from '../api/context.tsx'
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
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>
        <SiteProvider value={siteOf(routes)}>{children}</SiteProvider>
      </ApiProvider>
    </QueryClientProvider>
  )
}
