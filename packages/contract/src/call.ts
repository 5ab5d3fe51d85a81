import type { Static, TSchema } from 'typebox'
import type { OpenProblemCode } from './open-problems.ts'
import type { RefusalCode } from './refusals.ts'
import { IdParams } from './shapes.ts'

/**
 * Who may call: public = anyone; account = any signed-in account; member = a signed-in buyer of any review state; passed = a passed company;
 * staff; integration = another system with a key (/open/v1), answered without the envelope.
 */
export type Access = 'public' | 'account' | 'member' | 'passed' | 'staff' | 'integration'
export type Method = 'GET' | 'POST' | 'DELETE'

/**
 * What a member of the staff must be allowed to do, as a word: 'orders.cancel'. Where one call does several deeds, a parameter of
 * its path says which. 'own': whoever is signed in, for what concerns himself alone. 'entrance': also before the second factor.
 */
export type NeededPermission = string | { param: string; words: Readonly<Record<string, string>> }

export interface Call<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
> {
  method: Method
  /** Fastify notation: /api/cart/:id/edit */
  path: string
  access: Access
  /** Of a call for staff, and only of such. */
  permission?: NeededPermission
  /** Of a call for other systems, and only of such: the word of the catalogue of permissions that its key must have been given. */
  scope?: string
  /** Of such a call that takes many: what one of its `rows` is. Each is checked by itself, so that a wrong one stops no other. */
  row?: TSchema
  /** Of such a call: for which reasons it may refuse, beside what every one may (open-problems.ts). */
  problems?: readonly OpenProblemCode[]
  /** Of such a call: has no key of the trade by which a repeat is known, so it asks for an Idempotency-Key. */
  onceOnly?: true
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Answers a file instead of the envelope; how many of them one account fetches at once is limited. */
  file?: true
  /**
   * true: answers from many rows, though it is no list that is read page by page, and writes nothing, as lists do not. false: a list that asks for work
   * when it is opened.
   */
  many?: boolean
  /** Changes nothing though it is no GET: leaves no row in the audit log, and is open to a clerk who looks at the shop in a company's place. */
  harmless?: true
  /** Where another person must approve it first, it answers 202 with the request (approvals.ts) and has done nothing yet. */
  approval?: string
  /** For which reasons it may refuse, beside what every call may (errors.ts). */
  refuses?: readonly RefusalCode[]
  /** What goes with a refusal that has no reason of its own: the same answer, with nothing done. */
  refusalData?: TSchema
  /** Schema of the envelope's data; empty where a file is answered. */
  data: Data
}

type StaticOr<S> = S extends TSchema ? Static<S> : undefined

export type ParamsOf<C> = C extends { params: infer S } ? StaticOr<S> : undefined
export type QueryOf<C> = C extends { query: infer S } ? StaticOr<S> : undefined
export type BodyOf<C> = C extends { body: infer S } ? StaticOr<S> : undefined
export type DataOf<C> = C extends { data: infer S } ? StaticOr<S> : undefined

/** What a call says of itself beside its method and path: who may call it, as an access or, for staff, as a permission, for other systems as a scope. */
type Said = Omit<Call, 'method' | 'path' | 'access' | 'permission' | 'scope'> &
  (
    | { access: Exclude<Access, 'staff' | 'integration'>; permission?: never; scope?: never }
    | { permission: NeededPermission; access?: never; scope?: never }
    | { scope: string; access?: never; permission?: never }
  )
type AccessOf<S> = S extends { permission: NeededPermission }
  ? { access: 'staff' }
  : S extends { scope: string }
    ? { access: 'integration' }
    : unknown
type IdOf<P, S> = S extends { params: TSchema }
  ? unknown
  : P extends `${string}/:id${'' | `/${string}`}`
    ? { params: typeof IdParams }
    : unknown

/** Keeps the literal types of a call while checking its shape. A path with :id takes an id where nothing else is said of its parameters. */
export function call<const M extends Method, const P extends string, const S extends Said>(method: M, path: P, said: S) {
  const params = !said.params && path.split('/').includes(':id') ? { params: IdParams } : {}
  const access = said.permission !== undefined ? { access: 'staff' } : said.scope !== undefined ? { access: 'integration' } : {}
  return { method, path, ...access, ...params, ...said } as { method: M; path: P } & S & AccessOf<S> & IdOf<P, S>
}
