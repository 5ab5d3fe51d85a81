import type { GOODS_SORTS } from '#contract/goods.ts'
import { places, sortByKey } from './arrays.ts'
import type { PriceView } from './audience.ts'
import { type GoodsTable, rowsById } from './goods-table.ts'

/** Rows in an order, and each row's place in it. */
export interface Ordering {
  order: Uint32Array
  place: Uint32Array
}

export interface Orders {
  /** sales, then name. Every other ordering falls back on it. */
  base: () => Ordering
  of: (sort: Exclude<(typeof GOODS_SORTS)[number], 'relevance'>, prices: PriceView | null) => Ordering
  priceOf: (view: PriceView) => (row: number) => number
}

const LAST = 0xffff_ffff
/** An ordering of a million goods weighs 8 MB. */
const PRICE_ORDERS_LIMIT = 8

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function createOrders(table: GoodsTable): Orders {
  let base: Ordering | null = null
  let newest: Ordering | null = null
  let expiry: Ordering | null = null
  const byPrice = new Map<string, Ordering>()
  /** Titles by name; new ones are put in their place. */
  let titles: number[] = []

  function dropStale(): void {
    const { dirty } = table
    if (dirty.base) base = newest = expiry = null
    if (dirty.listed) newest = null
    if (dirty.expiry) expiry = null
    if (dirty.price || dirty.base) byPrice.clear()
    table.dirty = { base: false, listed: false, expiry: false, price: false }
  }

  const nameOf = (title: number): string => table.titles.values[title]?.name ?? ''

  function orderTitles(): void {
    const all = table.titles.values.length
    if (all - titles.length > 64) {
      titles = Array.from({ length: all }, (_, title) => title).sort((a, b) => byText(nameOf(a), nameOf(b)) || a - b)
      return
    }
    for (let title = titles.length; title < all; title++) {
      let low = 0
      let high = titles.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (byText(nameOf(titles[middle] as number), nameOf(title)) <= 0) low = middle + 1
        else high = middle
      }
      titles.splice(low, 0, title)
    }
  }

  function finish(order: Uint32Array): Ordering {
    return { order, place: places(order) }
  }

  /** From the base ordering by a key of each row. */
  function by(keyOf: (row: number) => number): Ordering {
    const keys = new Uint32Array(table.count)
    for (let row = 0; row < table.count; row++) keys[row] = keyOf(row)
    return finish(sortByKey(getBase().order, keys))
  }

  function getBase(): Ordering {
    dropStale()
    if (base) return base
    orderTitles()
    const titlePlace = new Uint32Array(table.titles.values.length)
    let place = 0
    titles.forEach((title, at) => {
      // Titles of the same name share a place, so that their goods mix.
      if (at > 0 && nameOf(titles[at - 1] as number) !== nameOf(title)) place++
      titlePlace[title] = place
    })
    const { title, sales } = table.columns
    const names = new Uint32Array(table.count)
    const sold = new Uint32Array(table.count)
    for (let row = 0; row < table.count; row++) {
      names[row] = titlePlace[title[row] as number] as number
      sold[row] = LAST - (sales[row] as number)
    }
    base = finish(sortByKey(sortByKey(rowsById(table), names), sold))
    return base
  }

  function priceOf(view: PriceView): (row: number) => number {
    const own = view.isOwn ? table.companyPrices.get(view.companyId) : undefined
    const rank = table.rankPrices.get(view.rank)
    const { basePrice } = table.columns
    return (row) => own?.get(row) || rank?.[row] || (basePrice[row] as number)
  }

  function price(direction: 'price_asc' | 'price_desc', view: PriceView): Ordering {
    const key = `${direction} ${view.isOwn ? view.companyId : `rank ${view.rank}`}`
    const known = byPrice.get(key)
    if (known) return known
    const fen = priceOf(view)
    // Goods without a price stand last either way.
    const ordering = by(direction === 'price_asc' ? (row) => fen(row) || LAST : (row) => LAST - fen(row))
    const oldest = byPrice.keys().next()
    if (byPrice.size >= PRICE_ORDERS_LIMIT && !oldest.done) byPrice.delete(oldest.value)
    byPrice.set(key, ordering)
    return ordering
  }

  return {
    base: getBase,
    priceOf,
    of(sort, prices) {
      const sales = getBase()
      const { columns } = table
      if (sort === 'newest') {
        newest ??= by((row) => LAST - (columns.listed[row] as number))
        return newest
      }
      if (sort === 'expiry') {
        expiry ??= by((row) => columns.expiry[row] || LAST)
        return expiry
      }
      if (prices !== null && (sort === 'price_asc' || sort === 'price_desc')) return price(sort, prices)
      return sales
    },
  }
}
