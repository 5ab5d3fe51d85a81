import type { TSchema } from 'typebox'

/** The part of JSON Schema that the contract uses. */
interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  enum?: unknown[]
  minimum?: number
  minLength?: number
  pattern?: string
  default?: unknown
}

const WRONG_VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  'abc',
  '-1',
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '9'.repeat(400),
  'x'.repeat(70_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀',
  "1' or '1'='1",
  '1; drop table goods;--',
  '%',
  '_%_',
  '\\',
  `$${'{7*7}'}`,
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'NaN',
  'Infinity',
  true,
  [],
  {},
  [[[[[[1]]]]]],
  { a: { b: { c: { d: { e: { f: 1 } } } } } },
  [null],
  Array.from({ length: 2000 }, (_, index) => index),
  { __proto__: { admin: 1 } },
  { constructor: { prototype: { admin: 1 } } },
  '2026-02-30',
  '29990229',
  '0x10',
  '１２',
  ' 1 ',
  '1e3',
  '-0',
  '٣',
]

function shapeOf(schema: TSchema | undefined): Shape | undefined {
  return schema as Shape | undefined
}

/** A value that the schema takes; ids are given by the caller so that they exist. */
export function rightValue(schema: Shape | undefined, id: number): unknown {
  if (!schema) return undefined
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, rightValue(part, id)]))
  if (type === 'array') return [rightValue(schema.items, id)]
  if (type === 'integer' || type === 'number') return schema.minimum === 1 ? id : (schema.minimum ?? 1)
  if (schema.pattern?.includes('1[3-9]')) return '13900000009'
  if (schema.pattern?.includes('d{4}-')) return '2026-11-20'
  if (schema.pattern) return ''
  return 'ab'.padEnd(schema.minLength ?? 2, 'c')
}

/** The right value with one part replaced by each wrong one, at every depth; and with each part missing. */
export function* wrongVariants(schema: TSchema | undefined, id: number): Generator<{ what: string; value: unknown }> {
  const shape = shapeOf(schema)
  if (!shape) return
  const right = rightValue(shape, id)
  for (const wrong of WRONG_VALUES) yield { what: 'whole', value: wrong }
  yield* variantsAt(shape, right, [], id)
}

function* variantsAt(
  shape: Shape,
  right: unknown,
  path: readonly (string | number)[],
  id: number,
): Generator<{ what: string; value: unknown }> {
  for (const [key, part] of Object.entries(shape.properties ?? {})) {
    const here = [...path, key]
    yield { what: `${here.join('.')} missing`, value: replaced(right, here, undefined) }
    for (const wrong of WRONG_VALUES) yield { what: here.join('.'), value: replaced(right, here, wrong) }
    if (part.type === 'array' && part.items?.properties) {
      const item = rightValue(part.items, id)
      for (const variant of variantsAt(part.items, item, [], id))
        yield { what: `${here.join('.')}[].${variant.what}`, value: replaced(right, here, [variant.value]) }
    }
  }
}

function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [head, ...rest] = path
  if (head === undefined) return by
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) }
  if (rest.length === 0 && by === undefined) delete copy[head]
  else copy[head] = replaced(copy[head], rest, by)
  return copy
}
