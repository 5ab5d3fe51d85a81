import { type Envelope, SUCCESS_CODES } from '#contract/codes.ts'
import { ApiError } from './client.ts'

type Values = Record<string, unknown>
/** An input without its types: what is sent is the same for every call. */
export interface LooseInput {
  params?: Values
  query?: Values
  body?: Values
}

/** Form notation with brackets (specification section 7): ids[0]=1, list[0][goods_id]=7. Absent values are left out. */
function formEncode(values: Values): string {
  const form = new URLSearchParams()
  const put = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) for (const [index, item] of value.entries()) put(`${name}[${index}]`, item)
    else if (typeof value === 'object') for (const [key, item] of Object.entries(value)) put(`${name}[${key}]`, item)
    else form.append(name, String(value))
  }
  for (const [key, value] of Object.entries(values)) put(key, value)
  return form.toString()
}

const holdsNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Object.keys(value).length === 0 || Object.values(value).some(holdsNothing))

/** What a call sends: a form, or JSON where the form would lose an empty list, which says that nothing of it is wanted. */
export function bodyFor(values: Values): { type: string; text: string } {
  if (Object.values(values).some(holdsNothing))
    return { type: 'application/json', text: JSON.stringify(values, (_, value) => value ?? undefined) }
  return { type: 'application/x-www-form-urlencoded;charset=UTF-8', text: formEncode(values) }
}

/** Path with its params filled in and its query behind it. */
export function urlOf(path: string, { params, query }: LooseInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
  const text = query ? formEncode(query) : ''
  return text ? `${filled}?${text}` : filled
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number' && 'data' in value
}

/** The envelope of a success; everything else is thrown. status stands in for a body that is no envelope. */
export function successOf(status: number, body: unknown): Envelope<unknown> {
  if (!isEnvelope(body)) throw new ApiError(status >= 400 ? status : 500, '', null)
  if (!SUCCESS_CODES.includes(body.code)) throw new ApiError(body.code, body.message, body.data)
  return body
}
