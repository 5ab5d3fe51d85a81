import type { ComponentType } from 'react'
import {
  createContext,
  data,
  type LoaderFunctionArgs,
  type Params,
  type RouteObject,
  type RouterContextProvider,
  redirect,
  useLoaderData,
} from 'react-router'
import type { QueryClient } from '#api-client/cache.ts'
import { type ApiClient, ApiError, NoAnswer } from '#api-client/client.ts'
import { LOGIN_CODES } from '#contract/codes.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { userQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { DESK, type RouteFlags, SHOP, SIGN_IN } from './flags.ts'

/** What loaders work with: set once a request on the server, once a visit in the browser. */
export interface PageContext {
  api: ApiClient
  queries: QueryClient
}
export const pageContext = createContext<PageContext>()
/** Status of the error page when nothing came back: 504, as a gateway would say. */
export const NO_ANSWER = 504

/** What a page's loader gets. It throws ApiError as it comes: pages do not handle login, 404 and failures themselves. */
export interface PageArgs extends PageContext {
  params: Params
  url: URL
  signal: AbortSignal
  /** null = visitor, or a page with the login-style header. Never null on a route of access 'member'. */
  user: UserBaseWire | null
}

/** A file in pages/: its data and its look. */
export interface PageModule {
  loader?: (args: PageArgs) => Promise<unknown>
  default: ComponentType
}

export interface RouteHandle {
  /** Route title; the page title is this, or what the loader's data names, and the site's name. Empty: the site's name alone. */
  title: string
  flags: RouteFlags
  /** Source file of the page, by which the server finds its scripts and styles in the manifest. */
  file: string
}

type Load = () => Promise<PageModule>

interface PageOptions {
  title?: string
  flags?: RouteFlags
  access?: 'public' | 'member'
}

function contextOf(args: LoaderFunctionArgs): PageContext {
  const provider: Readonly<RouterContextProvider> = args.context
  return provider.get(pageContext)
}

/** Where a failed loader leads: to the login page and back, else to the error page with the refusal's code as its status. */
function leave(error: unknown, url: URL): never {
  if (error instanceof ApiError) {
    if (LOGIN_CODES.includes(error.code)) throw redirect(paths.login(url.pathname + url.search))
    throw data(error.message, { status: error.code })
  }
  if (error instanceof NoAnswer) throw data('', { status: NO_ANSWER })
  throw error
}

/** A route of the site map. name is the route's name in the specification, file its page under pages/. */
export function page(path: string, name: string, file: string, load: Load, options: PageOptions = {}): RouteObject {
  const { access = 'public', flags = SHOP, title = '' } = options
  const handle: RouteHandle = { title, flags, file: `src/pages/${file}.tsx` }
  return {
    path,
    id: name,
    handle,
    lazy: async () => {
      const module = await load()
      return {
        Component: module.default,
        loader: async (args: LoaderFunctionArgs) => {
          const context = contextOf(args)
          const url = new URL(args.request.url)
          try {
            const user = flags.header === 'login' ? null : await context.queries.ensureQueryData(userQuery(context.api))
            if (access === 'member' && user === null) throw redirect(paths.login(url.pathname + url.search))
            const { params, request } = args
            return (await module.loader?.({ ...context, params, url, user, signal: request.signal })) ?? null
          } catch (error) {
            return leave(error, url)
          }
        },
      }
    },
  }
}

/** A page of the account, of the cart or of what follows from it: for members, with nothing that leads away. */
export const memberPage = (path: string, name: string, file: string, load: Load, title: string): RouteObject =>
  page(path, name, file, load, { title, access: 'member', flags: DESK })
/** A step on the way to an account, or back to it. */
export const signInPage = (path: string, name: string, file: string, load: Load, title: string): RouteObject =>
  page(path, name, file, load, { title, flags: SIGN_IN })

/** What the page's own loader returned. */
export function usePageData<Loader extends NonNullable<PageModule['loader']>>(): Awaited<ReturnType<Loader>> {
  return useLoaderData() as Awaited<ReturnType<Loader>>
}
