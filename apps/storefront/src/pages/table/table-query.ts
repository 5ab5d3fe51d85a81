import type { GoodsQueryWire } from '#contract/goods.ts'

/** What stands in the address of a table view; absent = not asked for. */
export type TableQuery = Omit<GoodsQueryWire, 'per_page'>

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

export type WordKey = (typeof WORDS)[number]
export type FlagKey = (typeof FLAGS)[number]
const isSort = (text: string): text is keyof typeof SORTS => Object.hasOwn(SORTS, text)
const LONGEST_PAGE = 100_000
const LONGEST_VALUE = 400

/** Reads an address. What is not a value of its key is left out: a wrong link still shows goods. */
export function readTableQuery(search: URLSearchParams): TableQuery {
  const query: TableQuery = {}
  const keywords = search.get('keywords')?.trim().slice(0, 100)
  if (keywords) query.keywords = keywords
  if (search.get('type') === '1') query.type = 1
  const page = Number(search.get('page'))
  if (Number.isInteger(page) && page > 1 && page <= LONGEST_PAGE) query.page = page
  const sort = search.get('sort') ?? ''
  if (isSort(sort)) query.sort = sort
  for (const key of WORDS) {
    const text = search.get(key)
    if (text && text.length <= LONGEST_VALUE) query[key] = text
  }
  for (const key of FLAGS) if (search.get(key) === '1') query[key] = 1
  const expiry = search.get('expiry')
  if (expiry === 'near' || expiry === 'far') query.expiry = expiry
  for (const key of AMOUNTS) {
    const text = search.get(key)
    if (text && /^\d{1,9}(\.\d{1,2})?$/.test(text)) query[key] = text
  }
  return query
}

/** The query for a link; the reverse of readTableQuery. The first page has no number. */
export function linkQuery(query: TableQuery): Record<string, string | number> {
  const { page = 1, type = 0, ...rest } = query
  return { ...rest, ...(type === 1 && { type }), ...(page > 1 && { page }) }
}

/** Other goods: the list begins again at its first page. */
export function narrowed(query: TableQuery, change: { [Key in keyof TableQuery]?: TableQuery[Key] | undefined }): TableQuery {
  const { page: _, ...rest } = query
  const kept = Object.entries({ ...rest, ...change }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(kept)
}

export const chosenValues = (query: TableQuery, key: string): string[] => {
  const value = (query as Record<string, string | number | undefined>)[key]
  return value === undefined ? [] : String(value).split(',')
}

/** Chooses a value or takes it back. */
export function toggled(query: TableQuery, key: string, value: string, multiple: boolean): TableQuery {
  const chosen = chosenValues(query, key)
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : multiple ? [...chosen, value] : [value]
  const text = next.join(',')
  return narrowed(query, { [key]: text === '' ? undefined : /^(in_stock|can_buy|bought|favorite)$/.test(key) ? 1 : text })
}

/** Whether anything beside the keywords, the order and the page narrows the list. */
export function isNarrowed(query: TableQuery): boolean {
  const { keywords: _k, type: _t, page: _p, sort: _s, ...filters } = query
  return Object.keys(filters).length > 0
}
