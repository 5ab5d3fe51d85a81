import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldErrors, type ShopError } from './errors.ts'
import { isLongForm, readForm } from './form-text.ts'

/**
 * Far more than the longest list of a form holds. The check of a schema names every fault, so a body of faults costs as many sentences; and a
 * megabyte of brackets or names takes the parser longer than others should wait.
 */
export const BODY_VALUES_MAX = 20_000

/** A thousand rows of goods with all their fields, from a system that showed its key. */
const OPEN_VALUES_MAX = 60_000

export const overfull = (): ShopError => fieldErrors([{ field: '', message: '提交的内容过多，请分几次提交' }])

/** Stops counting where it has counted enough; without recursion, for a body may be nested as deep as it is long. */
export function isOverfull(body: unknown, most = BODY_VALUES_MAX): boolean {
  const left = [body]
  let seen = 0
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    // Bytes are no list: what a gateway signed is kept as it came.
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    const inner = Array.isArray(value) ? value : Object.values(value)
    seen += inner.length
    if (seen > most) return true
    for (const one of inner) if (typeof one === 'object' && one !== null) left.push(one)
  }
  return false
}

const [QUOTE, COMMA, OPEN_LIST, OPEN_OBJECT, ESCAPE] = ['"', ',', '[', '{', '\\'].map((sign) => sign.charCodeAt(0))

/** Where the text that begins at a quotation mark ends. */
function endOfText(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === ESCAPE ? 2 : 1
  return at
}

/** Whether JSON holds more values than a body may, told by its signs before it is read. */
export function isOverfullJson(json: string, most = BODY_VALUES_MAX): boolean {
  let seen = 0
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(json, at)
    else if (sign === COMMA || sign === OPEN_LIST || sign === OPEN_OBJECT) seen += 1
    // Each value but the first of a list or an object follows a comma, and the first one its bracket.
    if (seen > most + 1) return true
  }
  return false
}

/** How many values this request's body may hold. */
export const valuesMax = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): number =>
  routeOptions.config.call?.access === 'integration' ? OPEN_VALUES_MAX : BODY_VALUES_MAX

/** JSON is counted before it is parsed; what was parsed and forms are counted by isOverfull. */
export function countJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (isOverfullJson(text, valuesMax(request))) done(overfull())
    else parse(request, text, done)
  })
}

/**
 * Taking a form apart costs several times what JSON of its length does: a megabyte of signs or of names in brackets kept everybody waiting for
 * a tenth of a second. The longest list that a person types is far shorter.
 */
const FORM_LENGTH_MAX = 256 * 1024
/** Five hundred lines with what each says; who has not signed in fills in a few fields. */
const FORM_NAMES_MAX = 5_000
const STRANGERS_NAMES_MAX = 200

export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, ({ viewer }, body, done) => {
    const text = body.toString()
    const most = viewer === null ? STRANGERS_NAMES_MAX : FORM_NAMES_MAX
    if (text.length > FORM_LENGTH_MAX || isLongForm(text, most)) done(overfull())
    else done(null, readForm(text, most))
  })
}

/** A form writes such a list as one text too: ids=1,2 and, for none, zps= (decision 2026-11-22-names-of-the-specification). */
export function readLists(fields: unknown, names: readonly string[]): void {
  if (names.length === 0 || typeof fields !== 'object' || fields === null) return
  const values = fields as Record<string, unknown>
  for (const name of names) {
    const text = Object.hasOwn(values, name) ? values[name] : undefined
    // A megabyte of commas is too many values, and not a million of them.
    if (typeof text === 'string') values[name] = text.trim() === '' ? [] : text.split(',', BODY_VALUES_MAX + 1)
  }
}
