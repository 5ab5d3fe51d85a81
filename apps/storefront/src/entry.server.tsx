import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { type ApiClient, ApiError } from '#api-client/client.ts'
import { createQueries } from '#api-client/query-client.ts'
import { type LooseInput, successOf, urlOf } from '#api-client/request.ts'
import { setServerTime } from '#ui/now.ts'
import { App } from './app/App.tsx'
import { pageContext } from './app/page.ts'
import { embed, type PageState } from './app/page-state.ts'
import { withPreview } from './app/preview.ts'
import { handleOf, pageTitle } from './app/title.ts'
import { CornerAdvert } from './frame/CornerAdvert.tsx'
import { ErrorPage } from './frame/ErrorPage.tsx'
import { errorPage } from './frame/error-page.tsx'
import { cornerAdvert, sideNav } from './frame/offer-parts.ts'
import { SideNav } from './frame/SideNav.tsx'
import { moreRoutes } from './more-routes.tsx'
import { ListTab } from './pages/quick/ListTab.tsx'
import { listTab } from './pages/quick/list-tab.ts'
import { NoResult } from './parts/goods-list/NoResult.tsx'
import { noResult } from './parts/goods-list/no-result.ts'
import { routesWith } from './routes.tsx'

/** What the server gives: the visitor's request, and a way to the API that carries the visitor's session. */
export interface RenderRequest {
  url: string
  signal: AbortSignal
  now: number
  get: (url: string) => Promise<{ status: number; body: unknown }>
}
export type Rendered =
  | { kind: 'redirect'; status: number; location: string }
  | { kind: 'page'; status: number; title: string; html: string; state: string; file: string | null; problem: unknown }

const handler = createStaticHandler(routesWith(moreRoutes))

// What browsers fetch when they need it is part of the page here.
errorPage.give(ErrorPage)
noResult.give(NoResult)
cornerAdvert.give(CornerAdvert)
sideNav.give(SideNav)
listTab.give(ListTab)

/** Loaders on the server only read: a page that is looked at changes nothing. */
function serverApi(get: RenderRequest['get']): ApiClient {
  return {
    async ask(endpoint, input) {
      if (endpoint.method !== 'GET') throw new ApiError(405, '此操作需要在页面中完成', null)
      const { status, body } = await get(urlOf(endpoint.path, input as LooseInput))
      return successOf(status, body) as never
    },
  }
}

/** Errors travel as plain data; a fault of the program tells the browser nothing but that it is one. */
function hydrationErrors({ errors }: StaticHandlerContext): StaticHandlerContext['errors'] {
  if (!errors) return null
  const plain = (error: unknown) =>
    isRouteErrorResponse(error)
      ? { status: error.status, statusText: '', internal: false, data: typeof error.data === 'string' ? error.data : '' }
      : { status: 500, statusText: '', internal: false, data: '' }
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, plain(error)]))
}

export async function render({ url, signal, now, get }: RenderRequest): Promise<Rendered> {
  const api = withPreview(serverApi(get), url)
  const queries = createQueries()
  const requestContext = new RouterContextProvider()
  requestContext.set(pageContext, { api, queries })
  const found = await handler.query(new Request(url, { signal }), { requestContext })
  if (found instanceof Response) {
    return { kind: 'redirect', status: found.status, location: found.headers.get('location') ?? '/' }
  }
  const errors = hydrationErrors(found)
  const problem = Object.values(found.errors ?? {}).find((error) => !isRouteErrorResponse(error)) ?? null
  const context = { ...found, errors }
  setServerTime(now, now)
  const html = renderToString(
    <App api={api} queries={queries}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </App>,
  )
  const last = context.matches.at(-1)
  const handle = handleOf(last?.route.handle)
  const failed = errors === null ? undefined : Object.values(errors)[0]
  const state: PageState = {
    router: { loaderData: context.loaderData, actionData: null, errors },
    queries: queries.dehydrate(),
    now,
  }
  return {
    kind: 'page',
    status: context.statusCode,
    html,
    state: embed(state),
    problem,
    title: pageTitle(handle, last && context.loaderData[last.route.id], failed),
    file: handle?.file ?? null,
  }
}
