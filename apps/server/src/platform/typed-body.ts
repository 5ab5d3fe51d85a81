import type { FieldError } from './errors.ts'

/** The part of JSON Schema by which a value says what it should be; unions (anyOf) are left to the validator. */
interface Shape {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Shape>>
  items?: Shape
}

const FAULTS: Readonly<Record<string, string>> = {
  number: '这里应填数字',
  integer: '这里应填数字',
  string: '这里应填文字',
  array: '这里应是一列',
}
/** More faults than a person puts right at once. */
const FAULTS_MAX = 20

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** A number may come as text and a text as a number, as forms write both; a list as one text of numbers. */
function fits(type: string, value: unknown): boolean {
  if (type === 'integer' || type === 'number') return isText(value)
  if (type === 'string') return isText(value) || value === null
  if (type === 'array') return Array.isArray(value) || isText(value)
  if (type === 'null') return value === null
  return true
}

function look(shape: Shape | undefined, value: unknown, at: string, faults: FieldError[]): void {
  if (shape?.type === undefined || value === undefined || faults.length >= FAULTS_MAX) return
  const types = [shape.type].flat()
  if (value === null && types.includes('null')) return
  if (!types.some((type) => fits(type, value))) {
    faults.push({ field: at, message: FAULTS[types[0] ?? ''] ?? '格式不正确' })
    return
  }
  const within = (name: string | number) => (at === '' ? String(name) : `${at}.${name}`)
  if (Array.isArray(value) && shape.items) {
    for (const [index, one] of value.entries()) look(shape.items, one, within(index), faults)
    return
  }
  if (shape.properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, own] of Object.entries(shape.properties))
    if (Object.hasOwn(value, name)) look(own, (value as Record<string, unknown>)[name], within(name), faults)
}

/**
 * Values of a JSON body that the validator would turn into something else: true or [1] into 1, null into 0. Whoever sends such a thing meant
 * something else, and nobody guesses at amounts and numbers of goods.
 */
export function wrongTypes(schema: object | undefined, body: unknown): FieldError[] {
  const faults: FieldError[] = []
  look(schema as Shape | undefined, body, '', faults)
  return faults
}
