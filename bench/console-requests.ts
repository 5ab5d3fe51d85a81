import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'

/**
 * What staff ask for, from the contract itself: each call that reads, with each of its filters alone and each search with words that many,
 * few and no rows hold. A new list is measured without being named here; where one needs a record or a value that nobody knows, it says so.
 */
export interface StaffRequest {
  name: string
  path: string
  /** The word that the call needs; '': none of its own. */
  word: string
}
/** Values by the name of a parameter, and records by the beginning of a path. */
export interface KnownValues {
  values: Readonly<Record<string, readonly string[]>>
  records: readonly (readonly [path: string, value: string])[]
  words: readonly string[]
  period: readonly [from: string, to: string]
}
interface Property {
  type?: string
  enum?: readonly (string | number)[]
  maximum?: number
  pattern?: string
}

const PLACES = new Set(['page', 'per_page', 'before', 'after', 'version'])
const BEGINS = ['from', 'start_time']
const ENDS = ['to', 'end_time']

const wordOf = ({ permission }: Call): string => {
  if (permission === undefined || permission === 'own' || permission === 'entrance') return ''
  return typeof permission === 'string' ? permission : (Object.values(permission.words)[0] ?? '')
}
const queried = (path: string, query: Readonly<Record<string, string>>) => {
  const text = Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')
  return text === '' ? path : `${path}?${text}`
}

/** Which values of a parameter are tried; null: nobody knows one. */
function valuesOf(name: string, property: Property, path: string, { values, words }: KnownValues): readonly string[] | null {
  const own = values[`${path} ${name}`] ?? values[name]
  if (own) return own
  if (property.enum) return property.enum.map(String).filter((value) => value !== '')
  if (property.type === 'integer') return property.maximum === 1 ? ['1'] : null
  return property.pattern === undefined && property.type === 'string' ? words : null
}

/** null: a part of the path that no record is known for. */
function pathOf(path: string, { records }: KnownValues): string | null {
  const found = records.find(([begin]) => path === begin || path.startsWith(`${begin}/`))
  const [begin, value] = found ?? [path, '']
  const filled = path.replace(begin, begin.replace(/:\w+/g, value))
  return filled.includes(':') ? null : filled
}

function requestsOf(call: Call, known: KnownValues, unknown: (what: string) => void): StaffRequest[] {
  const path = pathOf(call.path, known)
  if (path === null) {
    unknown(`${call.path}: no record`)
    return []
  }
  const word = wordOf(call)
  const shape = (call.query ?? {}) as { properties?: Record<string, Property>; required?: readonly string[] }
  const properties = Object.entries(shape.properties ?? {})
  const required: Record<string, string> = {}
  for (const [name, property] of properties.filter(([name]) => shape.required?.includes(name))) {
    const [value] =
      valuesOf(name, property, call.path, known) ??
      (BEGINS.includes(name) ? [known.period[0]] : ENDS.includes(name) ? [known.period[1]] : [])
    if (value === undefined) {
      unknown(`${call.path}: no value of ${name}`)
      return []
    }
    required[name] = value
  }
  const asked = (what: string, more: Readonly<Record<string, string>>): StaffRequest => ({
    name: what === '' ? call.path : `${call.path} ${what}`,
    path: queried(path, { ...required, ...more }),
    word,
  })
  const filters = properties.flatMap(([name, property]) => {
    if (PLACES.has(name) || ENDS.includes(name)) return []
    const end = ENDS[BEGINS.indexOf(name)]
    if (end !== undefined) return [asked('of a month', { [name]: known.period[0], [end]: known.period[1] })]
    const values = valuesOf(name, property, call.path, known)
    if (values === null) unknown(`${call.path}: no value of ${name}`)
    return (values ?? []).map((value) => asked(`${name}=${value}`, { [name]: value }))
  })
  const paged = properties.some(([name]) => name === 'page') ? [asked('page 20', { page: '20' })] : []
  return [asked('', {}), ...paged, ...filters]
}

export function staffRequests(known: KnownValues): { requests: StaffRequest[]; unknown: string[] } {
  const unknown: string[] = []
  const asked = CALLS.filter(
    ({ method, path, access, file }) => method === 'GET' && access === 'staff' && path.startsWith('/api/staff/') && !file,
  )
  return { requests: asked.flatMap((call) => requestsOf(call, known, (what) => unknown.push(what))), unknown }
}
