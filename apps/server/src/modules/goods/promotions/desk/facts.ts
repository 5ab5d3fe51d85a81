import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { beijingMinute } from '#domain/dates.ts'
import type { Connection } from '../../../../platform/database.ts'
import { type Ids, type NamedKind, namesOf } from './fact-views.ts'

/** Terms in words, whole: whoever approves them, or reads later what was approved, is shown every field, and nothing is cut. */

/** 板蓝根颗粒 10g（编号 12）: two of one name are told apart. */
export type NameOf = (kind: NamedKind, id: number) => string
/** A list of members is compared as a set. */
export interface Fact {
  name: string
  text: string | readonly string[]
}
export type Tell = (nameOf: NameOf) => Fact[]
/** What each field is called, and how it is said; null: it is told of in rows of its own. A field of the contract that is not here does not compile. */
export type Fields<T> = { readonly [K in keyof T]-?: readonly [name: string, say?: (value: T[K], nameOf: NameOf) => string] | null }

export const yuanSaid = (text: string): string => (text === '' ? '' : `¥${text}`)
export const flagSaid = (flag: number): string => (flag === 1 ? '是' : '否')
export const orEndless = (number: number): string => (number === 0 ? '不限' : `${number}`)
export const percentSaid = (percent: number): string => (percent === 0 ? '' : `付 ${percent}%`)
export const momentSaid =
  (none: string) =>
  (text: string): string =>
    text === '' ? none : beijingMinute(new Date(text))
export const named =
  (kind: NamedKind) =>
  (id: number, nameOf: NameOf): string =>
    id === 0 ? '' : nameOf(kind, id)

const plain = (value: unknown): string => (value === 0 ? '' : String(value))

/** A row for each field that says something. */
export function factsIn<T extends object>(value: T, fields: Fields<T>, nameOf: NameOf): { name: string; text: string }[] {
  return (Object.keys(fields) as (keyof T)[]).flatMap((key) => {
    const field = fields[key]
    if (field === null) return []
    const [name, say = plain] = field
    const text = say(value[key], nameOf)
    return text === '' ? [] : [{ name, text }]
  })
}
/** All of it as one row. */
export const rowIn = <T extends object>(value: T, fields: Fields<T>, nameOf: NameOf): string =>
  factsIn(value, fields, nameOf)
    .map(({ name, text }) => `${name} ${text}`)
    .join('，')

/** Whom and what, by name. */
export function reachFacts(
  { scope, audience }: Pick<OfferTermsWire, 'scope' | 'audience'>,
  zones: readonly string[],
  nameOf: NameOf,
): Fact[] {
  const of = (kind: NamedKind, ids: readonly number[]) => ids.map((id) => nameOf(kind, id))
  const facts: Fact[] = [
    { name: '全场', text: flagSaid(scope.all) },
    { name: '指定商品', text: of('goods', scope.goods) },
    { name: '指定分类', text: of('category', scope.categories) },
    { name: '指定生产企业', text: of('manufacturer', scope.manufacturers) },
    { name: '指定专区', text: zones },
    { name: '除外商品', text: of('goods', scope.except) },
    { name: '客户类型', text: audience.types },
    { name: '客户地区', text: audience.places },
    { name: '客户等级', text: audience.ranks },
    { name: '指定客户', text: of('company', audience.companies) },
  ]
  return facts
}

export interface Change {
  name: string
  before: string
  after: string
}
const ROW = 20

/** Of lists whatever came and went, so many in a row; of the rest what differs. */
function rowsOf(name: string, was: Fact['text'], is: Fact['text']): Change[] {
  if (typeof was === 'string' && typeof is === 'string') return was === is ? [] : [{ name, before: was, after: is }]
  const [former, next] = [[was].flat(), [is].flat()]
  const gone = former.filter((one) => one !== '' && !next.includes(one))
  const come = next.filter((one) => one !== '' && !former.includes(one))
  const title = former.some((one) => one !== '') ? `${name}（减去 → 加上）` : name
  const part = (list: readonly string[], at: number) => list.slice(at * ROW, (at + 1) * ROW).join('、')
  return Array.from({ length: Math.ceil(Math.max(gone.length, come.length) / ROW) }, (_, at) => ({
    name: at === 0 ? title : `${title}，续 ${at}`,
    before: part(gone, at),
    after: part(come, at),
  }))
}

/** What differs between two, or all of the second where nothing stood before; names are read in one statement. */
export async function changesOf(connection: Connection, before: Tell | null, after: Tell): Promise<Change[]> {
  const ids: Ids = { goods: [], category: [], manufacturer: [], company: [], coupon: [], warehouse: [], batch: [] }
  // Told once for the sake of the ids alone.
  const ask: NameOf = (kind, id) => `${ids[kind].push(id)}`
  before?.(ask)
  after(ask)
  const names = await namesOf(connection, ids)
  const nameOf: NameOf = (kind, id) => `${names.get(`${kind} ${id}`) ?? ''}（编号 ${id}）`
  const was = new Map((before?.(nameOf) ?? []).map(({ name, text }) => [name, text]))
  const is = new Map(after(nameOf).map(({ name, text }) => [name, text]))
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name) => rowsOf(name, was.get(name) ?? '', is.get(name) ?? ''))
}

/** The same rows for the record of who did what. */
export const recorded = (changes: readonly Change[], side: 'before' | 'after'): Record<string, string> =>
  Object.fromEntries(changes.map((change) => [change.name, change[side]]))
