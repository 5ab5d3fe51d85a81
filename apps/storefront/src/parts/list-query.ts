import type { GoodsQueryWire } from '#contract/goods.ts'

/** What stands in the address of a list; absent = not asked for. */
export type ListQuery = Omit<GoodsQueryWire, 'per_page'>

const WORDS = ['category', 'manufacturer', 'form', 'spec', 'tags', 'warehouse'] as const
const FLAGS = ['in_stock', 'can_buy', 'bought', 'favorite'] as const
const AMOUNTS = ['price_min', 'price_max'] as const
export const SORTS = {
  relevance: '综合',
  sales: '销量',
  price_asc: '价格从低到高',
  price_desc: '价格从高到低',
  newest: '新品',
  expiry: '效期',
} as const

export type FlagKey = (typeof FLAGS)[number]
const isSort = (text: string): text is keyof typeof SORTS => Object.hasOwn(SORTS, text)
const KEYWORDS_MAX = 100
const LAST_PAGE = 100_000
const LONGEST_VALUE = 400

const wordsIn = (search: URLSearchParams) =>
  WORDS.flatMap((key) => {
    const text = search.get(key) ?? ''
    return text !== '' && text.length <= LONGEST_VALUE ? [[key, text] as const] : []
  })
const amountsIn = (search: URLSearchParams) =>
  AMOUNTS.flatMap((key) => {
    const text = search.get(key) ?? ''
    return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? [[key, text] as const] : []
  })
const flagsIn = (search: URLSearchParams) => FLAGS.flatMap((key) => (search.get(key) === '1' ? [[key, 1] as const] : []))

/** Reads an address. What is not a value of its key is left out: a wrong link still shows goods. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const keywords = search.get('keywords')?.trim().slice(0, KEYWORDS_MAX)
  const page = Number(search.get('page'))
  const sort = search.get('sort') ?? ''
  const expiry = search.get('expiry')
  const coupon = Number(search.get('coupon'))
  return {
    ...(keywords && { keywords }),
    ...(search.get('type') === '1' && { type: 1 }),
    ...(Number.isInteger(page) && page > 1 && page <= LAST_PAGE && { page }),
    ...(isSort(sort) && { sort }),
    ...((expiry === 'near' || expiry === 'far') && { expiry }),
    ...(Number.isSafeInteger(coupon) && coupon > 0 && { coupon }),
    ...Object.fromEntries([...wordsIn(search), ...flagsIn(search), ...amountsIn(search)]),
  }
}

/** The query for a link; the reverse of readListQuery. The first page has no number. */
export function linkQuery(query: ListQuery): Record<string, string | number> {
  const { page = 1, type = 0, ...rest } = query
  return { ...rest, ...(type === 1 && { type }), ...(page > 1 && { page }) }
}

/** Other goods: the list begins again at its first page. */
export function narrowed(query: ListQuery, change: { [Key in keyof ListQuery]?: ListQuery[Key] | undefined }): ListQuery {
  const { page: _, ...rest } = query
  const kept = Object.entries({ ...rest, ...change }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(kept)
}

export const chosenValues = (query: ListQuery, key: string): string[] => {
  const value = (query as Record<string, string | number | undefined>)[key]
  return value === undefined ? [] : String(value).split(',')
}

/** Chooses a value or takes it back. */
export function toggled(query: ListQuery, key: string, value: string, multiple: boolean): ListQuery {
  const chosen = chosenValues(query, key)
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : multiple ? [...chosen, value] : [value]
  const text = next.join(',')
  return narrowed(query, { [key]: text === '' ? undefined : /^(in_stock|can_buy|bought|favorite)$/.test(key) ? 1 : text })
}

/** Whether anything beside the keywords, the order and the page narrows the list. */
export function isNarrowed(query: ListQuery): boolean {
  const { keywords: _k, type: _t, page: _p, sort: _s, ...filters } = query
  return Object.keys(filters).length > 0
}
