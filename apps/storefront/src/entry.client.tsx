// First, so that a part's own styles win over the shared ones.
import '#ui/tokens.css'
import '#ui/base.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createBrowserApi } from '#api-client/browser.ts'
import { tellError, watchErrors } from '#api-client/browser-errors.ts'
import { createQueries } from '#api-client/query-client.ts'
import { createReactions } from '#api-client/reactions.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { setServerTime } from '#ui/now.ts'
import { App } from './app/App.tsx'
import { browserScreen } from './app/error-screen.ts'
import { pageContext } from './app/page.ts'
import { type PageState, STATE_ID } from './app/page-state.ts'
import { withPreview } from './app/preview.ts'
import { keepInstallOffer } from './frame/install-offer.ts'
import { isElsewhere, PAGES, routesWith } from './routes.tsx'

function readState(): PageState {
  const text = document.getElementById(STATE_ID)?.textContent
  if (!text) throw new Error('page state is missing')
  return JSON.parse(text) as PageState
}

const moreRoutes = async () => (await import('./more-routes.tsx')).moreRoutes

/** The page that the server drew must be there before hydration: its route is lazy otherwise. */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  const lazy = (matchRoutes(routes, window.location) ?? []).filter(({ route }) => typeof route.lazy === 'function')
  await Promise.all(
    lazy.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded)
      delete route.lazy
    }),
  )
}

async function start(): Promise<void> {
  const state = readState()
  setServerTime(state.now)
  const routes = routesWith(isElsewhere(window.location.pathname) ? await moreRoutes() : [])
  await loadMatched(routes)
  const queries = createQueries()
  queries.hydrate(state.queries)
  window.addEventListener('online', queries.refreshStale)
  const screen = browserScreen(
    (to) => void router.navigate(to),
    () => queries.getQueryData<UserBaseWire | null>(['user'])?.login_url,
  )
  const reactions = createReactions(screen)
  const { href } = window.location
  const api = withPreview(createBrowserApi({ fetch: window.fetch.bind(window), reactions }), href)
  // Loaders answer for a refusal with another page, so only what is no answer of theirs is shown over it.
  const quiet = { ...reactions, refused: () => undefined, unreachable: () => undefined }
  const pageApi = withPreview(createBrowserApi({ fetch: window.fetch.bind(window), reactions: quiet }), href)
  const router = createBrowserRouter(routes, {
    hydrationData: state.router,
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (isElsewhere(path)) patch(PAGES, await moreRoutes())
    },
    getContext: () => {
      const context = new RouterContextProvider()
      context.set(pageContext, { api: pageApi, queries })
      return context
    },
  })
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <App api={api} queries={queries}>
        <RouterProvider router={router} />
      </App>,
      { onCaughtError: (error) => tellError('shop', error) },
    )
  })
}

/** The page comes first; the worker has what was loaded at hand when there is no network. */
const WORKER_AFTER_MS = 3_000

watchErrors('shop')
keepInstallOffer()
void start().then(() => setTimeout(() => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined), WORKER_AFTER_MS))
