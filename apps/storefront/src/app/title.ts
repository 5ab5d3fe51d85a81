import { isRouteErrorResponse } from 'react-router'
import { CODES } from '#contract/codes.ts'
import type { RouteHandle } from './page.ts'

export const SITE_NAME = '安衡药采'

export function handleOf(handle: unknown): RouteHandle | null {
  return typeof handle === 'object' && handle !== null && 'flags' in handle ? (handle as RouteHandle) : null
}

/** Route title and site title (specification section 2). */
export function pageTitle(handle: RouteHandle | null, data: unknown, error?: unknown): string {
  const own = (): string => {
    if (error !== undefined) return isRouteErrorResponse(error) && error.status === CODES.NOT_FOUND ? '页面不存在' : '页面暂时打不开'
    if (handle === null) return ''
    return typeof handle.title === 'string' ? handle.title : handle.title(data)
  }
  const title = own()
  return title ? `${title} - ${SITE_NAME}` : SITE_NAME
}
