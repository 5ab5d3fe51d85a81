import { parse } from 'node:querystring'

/**
 * Queries and forms as a browser or this shop's own pages write them: a=1, a=1&a=2, a[]=1, list[0][goods_id]=1. Takes time in proportion to
 * its text, and little of it: it is read before anybody knows who asks, a query even before the route.
 */

/** list[0][lines][0][goods_id] is the deepest that a call takes. */
const DEPTH_MAX = 5
/** A list of a form by its places; what stands further back is no list. */
const PLACES_MAX = 1_000
/** No page of ours asks with more. */
export const QUERY_NAMES_MAX = 200

interface Branch {
  [key: string]: string | string[] | Branch
}
const isBranch = (value: Branch[string] | undefined): value is Branch => typeof value === 'object' && !Array.isArray(value)

/** ['list', '0', 'goods_id']; a name that is no such path stands for itself. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return [name]
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  return path.length > DEPTH_MAX + 1 ? [name] : path
}

const joined = (held: string | string[] | undefined, more: string | string[]): string | string[] =>
  held === undefined ? more : [held, more].flat()

/** Places become a list in their order, whatever is missing between them. */
function withLists(branch: Branch): unknown {
  const keys = Object.keys(branch)
  if (keys.length === 1 && keys[0] === '') {
    const only = branch['']
    return isBranch(only) ? [withLists(only)] : [only].flat()
  }
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key) && Number(key) < PLACES_MAX)
  const grown = (value: Branch[string]): unknown => (isBranch(value) ? withLists(value) : value)
  // Keys that are numbers stand in their order in an object.
  if (isList) return Object.values(branch).map(grown)
  return Object.fromEntries(keys.map((key) => [key, grown(branch[key] ?? '')]))
}

/** At most so many names are read; the rest of the text is not looked at. */
export function readForm(text: string, namesMax: number): Record<string, unknown> {
  const root: Branch = {}
  const branches = new Set<string>()
  for (const [name, value = ''] of Object.entries(parse(text, '&', '=', { maxKeys: namesMax }))) {
    const path = pathOf(name)
    // Sets the prototype, and no field is called so.
    if (path.includes('__proto__')) continue
    let at = root
    for (const key of path.slice(0, -1)) {
      const next = Object.hasOwn(at, key) ? at[key] : undefined
      if (isBranch(next)) at = next
      else {
        // What was a text is not also something that holds others.
        const fresh: Branch = {}
        at[key] = fresh
        at = fresh
      }
    }
    const last = path.at(-1) ?? ''
    const held = Object.hasOwn(at, last) ? at[last] : undefined
    at[last] = isBranch(held) ? held : joined(held, value)
    if (path.length > 1) branches.add(path[0] ?? '')
  }
  const found: Record<string, unknown> = root
  for (const name of branches) {
    const branch = root[name]
    if (isBranch(branch)) found[name] = withLists(branch)
  }
  return found
}

/** No service that calls back sends as many as this. */
const CALLBACK_NAMES_MAX = 100
/**
 * The fields of a form that a service sends, before anything is known of who sent it; empty: it holds too many to be from there, or one
 * twice, of which the signature would cover but one.
 */
export function callbackFields(body: Buffer): Record<string, string> {
  const text = body.toString('utf8')
  if (isLongForm(text, CALLBACK_NAMES_MAX)) return {}
  const pairs = [...new URLSearchParams(text)]
  const fields = Object.fromEntries(pairs)
  return Object.keys(fields).length === pairs.length ? fields : {}
}

/** Whether a form holds more names than these, told by its signs. */
export function isLongForm(text: string, namesMax: number): boolean {
  let names = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    names += 1
    if (names > namesMax) return true
  }
  return false
}
