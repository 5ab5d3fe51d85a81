import { readFileSync } from 'node:fs'

/** The specification's own tables of routes and calls, kept beside this file as they were given. */

export interface RouteRow {
  /** As the router writes it: /list/info/:id, /ppzq/:page? */
  path: string
  name: string
  title: string
  access: 'public' | 'member'
  note: string
}
export interface CallRow {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: string
  access: 'public' | 'member'
}

function rows(name: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
  })
}

export const ROUTES = rows('routes.tsv') as unknown as readonly RouteRow[]
export const CALLS_OF_SPEC = rows('calls.tsv') as unknown as readonly CallRow[]

/** Exchange of electronic papers: a later part of the shop. */
const LATER = new Set<string>([])
export const isLater = (route: RouteRow): boolean => LATER.has(route.name)
