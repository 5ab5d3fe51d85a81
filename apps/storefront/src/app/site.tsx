import { createContext, useContext } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'

/** Tells whether a path of a link that operators entered leads to a page that exists. */
export type IsOpen = (url: string) => boolean
const SiteContext = createContext<IsOpen>(() => true)
export const SiteProvider = SiteContext.Provider
export const useIsOpen = (): IsOpen => useContext(SiteContext)

export function createIsOpen(routes: RouteObject[], isElsewhere: (path: string) => boolean): IsOpen {
  const known = new Map<string, boolean>()
  return (url) => {
    const path = url.split(/[?#]/, 1)[0] ?? ''
    const found = known.get(path)
    if (found !== undefined) return found
    const last = matchRoutes(routes, path)?.at(-1)
    const isPage = last !== undefined && last.route.id !== 'notfound' && last.route.id !== 'activity'
    const open = path.startsWith('/') && (isPage || isElsewhere(path))
    if (known.size < 1000) known.set(path, open)
    return open
  }
}
