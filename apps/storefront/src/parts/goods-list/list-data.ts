import type { FacetWire, GoodsListWire } from '#contract/goods.ts'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'
import type { OwnTitle } from '../../app/title.ts'
import { chosenValues, type ListQuery, readListQuery } from '../list-query.ts'
import { searchTitle } from '../search-title.ts'

export interface ListData {
  query: ListQuery
  goods: GoodsListWire
}

/** One page of cards that the address asks for. category: what the path itself names, unless the address narrows it. */
export async function loadList({ api: client, url, signal }: PageArgs, category?: string): Promise<ListData & OwnTitle> {
  const query = readListQuery(url.searchParams)
  const asked = category !== undefined && query.category === undefined ? { ...query, category } : query
  const { data } = await client.ask(api.goodsList, { query: asked, signal })
  return { query: asked, goods: data, pageTitle: searchTitle(query) || categoryTitle(asked, data.facets) }
}

/** The one category that is listed, as the catalogue names it; '' where there is none, or several. */
export function categoryTitle(query: ListQuery, facets: readonly FacetWire[]): string {
  const [only, ...more] = chosenValues(query, 'category')
  if (only === undefined || more.length > 0) return ''
  return facets.find(({ key }) => key === 'category')?.values.find(({ value }) => value === only)?.name ?? ''
}

/** A chosen filter, and the query without it. */
export interface Chip {
  key: string
  text: string
  without: ListQuery
}

const FLAG_NAMES: Record<string, string | undefined> = { in_stock: '有货', can_buy: '可购', bought: '买过', favorite: '收藏过' }
const EXPIRY_NAMES = { near: '近效期', far: '远效期' } as const

function drop(query: ListQuery, ...keys: (keyof ListQuery)[]): ListQuery {
  const gone = new Set<string>(['page', ...keys])
  return Object.fromEntries(Object.entries(query).filter(([key]) => !gone.has(key)))
}

function withValues(query: ListQuery, key: string, values: readonly string[]): ListQuery {
  const rest = drop(query, key as keyof ListQuery)
  return values.length === 0 ? rest : { ...rest, [key]: values.join(',') }
}

/** Every chosen filter as a word with its way out. names: for values that the answer's facets do not name. */
export function chips(
  query: ListQuery,
  facets: readonly FacetWire[],
  names: (key: string, value: string) => string | undefined = () => undefined,
): Chip[] {
  const found: Chip[] = []
  for (const facet of facets) {
    if (facet.key in FLAG_NAMES || facet.key === 'expiry') continue
    const values = chosenValues(query, facet.key)
    for (const value of values) {
      const name = facet.values.find((one) => one.value === value)?.name ?? names(facet.key, value) ?? value
      found.push({
        key: `${facet.key}-${value}`,
        text: `${facet.name}：${name}`,
        without: withValues(
          query,
          facet.key,
          values.filter((one) => one !== value),
        ),
      })
    }
  }
  const known = new Set(facets.map(({ key }) => key))
  // A value that leaves nothing has no facet to stand in, but must be seen and taken back all the same.
  for (const key of ['category', 'manufacturer', 'form', 'spec', 'tags', 'warehouse'] as const) {
    if (known.has(key) || query[key] === undefined) continue
    const text = chosenValues(query, key).map((value) => names(key, value) ?? value)
    found.push({ key, text: `${MISSING_NAMES[key]}：${text.join('、')}`, without: drop(query, key) })
  }
  for (const [key, name] of Object.entries(FLAG_NAMES)) {
    if (name !== undefined && chosenValues(query, key).length > 0)
      found.push({ key, text: name, without: drop(query, key as keyof ListQuery) })
  }
  if (query.expiry !== undefined) found.push({ key: 'expiry', text: EXPIRY_NAMES[query.expiry], without: drop(query, 'expiry') })
  if (query.price_min !== undefined || query.price_max !== undefined) {
    const text = `价格：${rangeText(query.price_min, query.price_max)}`
    found.push({ key: 'price', text, without: drop(query, 'price_min', 'price_max') })
  }
  return found
}
const MISSING_NAMES = { category: '分类', manufacturer: '生产厂家', form: '剂型', spec: '规格', tags: '标签', warehouse: '仓库' } as const

function rangeText(least: string | undefined, most: string | undefined): string {
  if (least === undefined) return `¥${most} 以下`
  return most === undefined ? `¥${least} 以上` : `¥${least}–${most}`
}

/** Only what was searched for and the order stay. */
export function cleared(query: ListQuery): ListQuery {
  const { keywords, type, sort } = query
  return { ...(keywords !== undefined && { keywords }), ...(type !== undefined && { type }), ...(sort !== undefined && { sort }) }
}

/** Shorter words to try when a search finds nothing: each word of several, then the beginning of a long one. */
export function otherWords(keywords: string): string[] {
  const words = keywords.split(/\s+/).filter(Boolean)
  const parts = words.length > 1 ? words : []
  const [first = ''] = words
  const letters = [...first]
  if (letters.length > 4) parts.push(letters.slice(0, Math.ceil(letters.length / 2)).join(''))
  if (letters.length > 2) parts.push(letters.slice(0, 2).join(''))
  return [...new Set(parts)].filter((word) => word !== keywords).slice(0, 4)
}

/**
 * How many of these names fit one line, by their written width: a Chinese character is as wide as it is high, a digit
 * about a half. Those that are chosen stand in front, so that they are never hidden.
 */
export function fitting<V extends { name: string; count: number | null }>(
  values: readonly V[],
  isChosen: (value: V) => boolean,
  width: number,
): { shown: V[]; hidden: V[] } {
  const ordered = [...values.filter(isChosen), ...values.filter((value) => !isChosen(value))]
  let left = width
  const fits = ordered.findIndex((value) => {
    left -=
      28 +
      [...value.name].reduce((sum, letter) => sum + (letter < '⺀' ? 7.5 : 13), 0) +
      (value.count === null ? 0 : 6.5 * String(value.count).length)
    return left < 0
  })
  const least = ordered.filter(isChosen).length
  const most = fits < 0 ? ordered.length : Math.max(fits, least, 1)
  // One single name left over is shown, too: 更多 would take its place.
  return { shown: ordered.slice(0, most), hidden: ordered.slice(most) }
}
