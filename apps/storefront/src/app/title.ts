import { isRouteErrorResponse } from 'react-router'
import { CODES } from '#contract/codes.ts'
import type { RouteHandle } from './page.ts'

export const SITE_NAME = '安衡药采'

export function handleOf(handle: unknown): RouteHandle | null {
  return typeof handle === 'object' && handle !== null && 'flags' in handle ? (handle as RouteHandle) : null
}

/** A page that is about one thing, such as a goods, names it in its loader's data; '' leaves the route's title. */
export interface OwnTitle {
  pageTitle: string
}

function ownTitle(data: unknown): string {
  return typeof data === 'object' && data !== null && 'pageTitle' in data && typeof data.pageTitle === 'string' ? data.pageTitle : ''
}

/** The page's own title or its route's, and the site's (specification section 2). */
export function pageTitle(handle: RouteHandle | null, data: unknown, error?: unknown): string {
  const own = (): string => {
    if (error !== undefined) return isRouteErrorResponse(error) && error.status === CODES.NOT_FOUND ? '页面不存在' : '页面暂时打不开'
    return ownTitle(data) || (handle?.title ?? '')
  }
  const title = own()
  return title ? `${title} - ${SITE_NAME}` : SITE_NAME
}
