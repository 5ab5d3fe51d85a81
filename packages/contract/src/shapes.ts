import { type Static, type TProperties, Type } from 'typebox'
import { PAGE_SIZE, PAGE_SIZE_MAX } from './constants.ts'

/** 元 with two decimals as text, exact to the fen: '9.80'. */
export const Yuan = Type.String({ description: '元, two decimals' })
export const NullableYuan = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: '元; null where this viewer may not see prices',
})
export const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const Flag = Type.Integer({ minimum: 0, maximum: 1, description: '0 | 1' })
export const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })
export const IdParams = Type.Object({ id: Id })
export const Page = Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })
export const PerPage = Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE })
/** Which page of a list is asked for. */
export const Paging = { page: Type.Optional(Page), per_page: Type.Optional(PerPage) }

/** Rows of these fields. */
export const listOf = <Fields extends TProperties>(fields: Fields) => Type.Array(Type.Object(fields))

export const Action = Type.Object({ text: Type.String(), url: Type.String() })
/** A rule's refusal: code for programs, message for people, and a way on. */
export const RefusalShape = Type.Object({
  code: Type.String(),
  message: Type.String(),
  action: Type.Unsafe<Static<typeof Action> | null>({ anyOf: [Action, { type: 'null' }] }),
})
export type RefusalWire = Static<typeof RefusalShape>

/** 2026-11-21, or empty. */
export const OptionalDay = Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }))
export const Paged = { page: Type.Integer(), per_page: Type.Integer(), total: Type.Integer() }
const Decision = Type.Unsafe<'pass' | 'reject'>({ type: 'string', enum: ['pass', 'reject'] })
export const DecisionParams = Type.Object({ id: Id, decision: Decision })
/** Needed with reject. */
/** seen_at: when what is decided on was handed in, as the list showed it; another one is refused. */
export const SeenReasonBody = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 200 })),
  seen_at: Type.Optional(Type.String({ maxLength: 40 })),
})
export const ReasonBody = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200 })) })

export const words = (maxLength: number) => Type.String({ maxLength })
/** Why a member of staff does it: kept in the audit log. */
export const Reason = Type.String({ minLength: 2, maxLength: 200 })
export const Version = Type.Integer({ minimum: 0, description: 'as it was read: a save over someone else’s is refused' })
