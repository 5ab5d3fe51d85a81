import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ZONE_CODES } from '#contract/zones.ts'

/**
 * Blocks of composed pages as the column zone_page.blocks holds them. They are written by people, so each is read for
 * itself: one that cannot be understood is left out, and the page shows the others.
 */

const Text = Type.Optional(Type.String({ maxLength: 2_000 }))
const Heading = { title: Type.Optional(Type.String({ maxLength: 60 })), text: Text }
/** A page of this site: no other address gets into a link. */
const Link = Type.Optional(Type.String({ maxLength: 300, pattern: '^(/[^/\\\\]|/$|$)' }))
/** Served by this site or carried along: nothing is loaded from elsewhere. */
const Image = Type.Optional(Type.String({ maxLength: 40_000, pattern: '^(/[^/\\\\]|data:image/|$)' }))
const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { minItems: 1, maxItems: 60 })
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 60 }))

export const GOODS_LIMIT = 10
export const COUPONS_LIMIT = 12

const SCHEMAS = {
  banner: Type.Object({ type: Type.Literal('banner'), ...Heading, image: Image, url: Link }),
  text: Type.Object({ type: Type.Literal('text'), ...Heading }),
  /** Counts to its own moment, else to the end of the page. */
  countdown: Type.Object({
    type: Type.Literal('countdown'),
    ...Heading,
    ends_at: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T.*(Z|[+-]\\d{2}:\\d{2})$' })),
  }),
  /** Goods by exactly one of their lists: codes, ids, a category (its code), a zone, a brand, a promotion. */
  goods: Type.Object({
    type: Type.Literal('goods'),
    ...Heading,
    url: Link,
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
    limit: Limit,
    codes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 60 })),
    ids: Type.Optional(Ids),
    category: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    zone: Type.Optional(Type.Union(ZONE_CODES.map((code) => Type.Literal(code)))),
    manufacturer: Type.Optional(Type.Integer({ minimum: 1 })),
    promotion: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  /** Coupons by their templates, else those of a zone. */
  coupons: Type.Object({
    type: Type.Literal('coupons'),
    ...Heading,
    url: Link,
    limit: Limit,
    ids: Type.Optional(Ids),
    zone: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
  }),
  promotion: Type.Object({ type: Type.Literal('promotion'), ...Heading, url: Link, ids: Ids }),
} as const

type Schemas = typeof SCHEMAS
export type Block = { [Kind in keyof Schemas]: Static<Schemas[Kind]> }[keyof Schemas]
export type GoodsBlock = Extract<Block, { type: 'goods' }>

const compiled = new Map<string, { Check: (value: unknown) => boolean }>(
  Object.entries<TSchema>(SCHEMAS).map(([type, schema]) => [type, Compile(schema)]),
)

const SOURCES = ['codes', 'ids', 'category', 'zone', 'manufacturer', 'promotion'] as const

function fault(value: unknown): string | null {
  const type: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  const checks = typeof type === 'string' ? compiled.get(type) : undefined
  if (checks === undefined) return 'unknown type'
  if (!checks.Check(value)) return `not a block of type ${String(type)}`
  const block = value as Block
  if (block.type === 'goods' && SOURCES.filter((source) => block[source] !== undefined).length !== 1) return 'goods by one list exactly'
  if (block.type === 'coupons' && (block.ids === undefined) === (block.zone === undefined)) return 'coupons by ids or by a zone'
  if (block.type === 'countdown' && block.ends_at !== undefined && Number.isNaN(Date.parse(block.ends_at))) return 'no such moment'
  return null
}

export interface ReadBlocks {
  blocks: Block[]
  /** What was left out: its place from 0, and why. */
  faults: { at: number; fault: string }[]
}

/** The blocks of a page that can be understood. */
export function readBlocks(value: unknown): ReadBlocks {
  if (!Array.isArray(value)) return { blocks: [], faults: [{ at: 0, fault: 'not a list of blocks' }] }
  const found: ReadBlocks = { blocks: [], faults: [] }
  value.forEach((one: unknown, at) => {
    const wrong = fault(one)
    if (wrong === null) found.blocks.push(one as Block)
    else found.faults.push({ at, fault: wrong })
  })
  return found
}
