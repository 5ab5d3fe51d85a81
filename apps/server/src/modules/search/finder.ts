import type { FacetWire } from '#contract/goods.ts'
import { beijingDate } from '#domain/dates.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { buyableScopes, createAudiences, priceViewOf } from './audience.ts'
import { createCache } from './cache.ts'
import { createCounter, type Judged } from './facets.ts'
import { createJudge, type Judge } from './filters.ts'
import { createMatcher } from './matching.ts'
import { splitTerms } from './normalise.ts'
import { createOrders } from './orders.ts'
import type { SearchRequest, SearchResult } from './public.ts'
import { type Found, rank } from './ranking.ts'
import { rowOf, type Shelf } from './shelf.ts'
import type { Words } from './words.ts'

/** Answers questions about one shelf. */
export interface Finder {
  search: (request: SearchRequest, viewer: Viewer | null, now: Date) => SearchResult
  /** The best rows, for suggestions. */
  best: (keywords: string, type: 0 | 1, viewer: Viewer | null, now: Date, limit: number) => Uint32Array
  /** Makes the ordering that every answer needs, so that the first who asks does not wait for it. */
  prepare: () => void
  /** The shelf changed: forget answers, and company matches where rules changed. */
  changed: (rules: boolean) => void
}

interface Answer {
  total: number
  /** The first KEPT_ROWS. */
  rows: Uint32Array
}
interface Counts {
  facets: FacetWire[]
  /** Membership of rows, for counting what was bought before. */
  members: Uint8Array
}

const ANSWERS_BYTES = 32 * 2 ** 20
const COUNTS_BYTES = 32 * 2 ** 20
const ENTRY_BYTES = 2_000
/** Pages further down are computed when asked for. */
const KEPT_ROWS = 10_000

function setBit(bitmap: Uint8Array, row: number): void {
  bitmap[row >>> 3] = (bitmap[row >>> 3] as number) | (1 << (row & 7))
}
const hasBit = (bitmap: Uint8Array, row: number): boolean => ((bitmap[row >>> 3] as number) & (1 << (row & 7))) !== 0

export function createFinder(shelf: Shelf, words: Words): Finder {
  const audiences = createAudiences(shelf)
  const matcher = createMatcher(shelf, words)
  const orders = createOrders(shelf)
  const counter = createCounter(shelf)
  const answers = createCache<Answer>(ANSWERS_BYTES)
  const counts = createCache<Counts>(COUNTS_BYTES)
  /** Sets that were asked about, by the number that stands for them in keys. */
  const setNumbers = new WeakMap<ReadonlySet<number>, number>()
  let setCount = 0
  let everything = new Uint32Array(0)
  const judged: Judged = { rows: new Uint32Array(0), fails: null, count: 0 }
  let bits = new Uint8Array(0)

  function candidates(request: SearchRequest, terms: readonly string[]): Found {
    if (terms.length > 0) return matcher.match(terms, request.type)
    // Something was typed, but no letter, digit or character.
    if (request.keywords.trim() !== '') return { rows: everything, count: 0, score: null }
    if (everything.length < shelf.count) {
      everything = new Uint32Array(shelf.count)
      for (let row = 0; row < shelf.count; row++) everything[row] = row
    }
    return { rows: everything, count: shelf.count, score: null }
  }

  function numberOf(ids: ReadonlySet<number>): number {
    const known = setNumbers.get(ids)
    if (known !== undefined) return known
    setNumbers.set(ids, ++setCount)
    return setCount
  }

  function limitTo(found: Found, ids: ReadonlySet<number>): Found {
    const inside = [...ids].map((id) => rowOf(shelf, id)).filter((row) => row >= 0 && (found.score === null || found.score[row] !== 0))
    return { rows: Uint32Array.from(inside), count: inside.length, score: found.score }
  }

  /** Judges every row that was found: those that pass, and in `judged` also those that fail one filter only. */
  function pass(found: Found, judge: Judge, members: Uint8Array | null): { rows: Uint32Array; total: number } {
    if (judged.rows.length < found.count) {
      judged.rows = new Uint32Array(Math.max(found.count, shelf.columns.id.length))
      bits = new Uint8Array(judged.rows.length)
    }
    let total = 0
    let count = 0
    for (let at = 0; at < found.count; at++) {
      const row = found.rows[at] as number
      const fails = judge(row)
      // A row that fails two filters is in no facet.
      if (fails < 0 || (fails & (fails - 1)) !== 0) continue
      judged.rows[count] = row
      bits[count++] = fails
      if (fails === 0) total++
    }
    judged.count = count
    judged.fails = total === count ? null : bits
    const rows = total === count ? judged.rows : new Uint32Array(total)
    if (total !== count) for (let at = 0, next = 0; at < count; at++) if (bits[at] === 0) rows[next++] = judged.rows[at] as number
    if (members !== null) for (let at = 0; at < total; at++) setBit(members, rows[at] as number)
    return { rows, total }
  }

  function ask(request: SearchRequest, viewer: Viewer | null, now: Date): { answer: Answer; counted: Counts | null } {
    const today = beijingDate(now)
    const audience = audiences.of(viewer)
    const prices = priceViewOf(shelf, viewer)
    const terms = splitTerms(request.keywords)
    const asksPrice = request.priceMin !== null || request.priceMax !== null
    const sort =
      prices === null && (request.sort === 'price_asc' || request.sort === 'price_desc' || request.sort === 'expiry')
        ? 'relevance'
        : request.sort
    const sortsByPrice = sort === 'price_asc' || sort === 'price_desc'
    const scopes = request.canBuy ? buyableScopes(shelf, viewer, today) : null
    const priceKey = prices !== null && (asksPrice || sortsByPrice) ? (prices.isOwn ? prices.companyId : `rank ${prices.rank}`) : ''
    const common = JSON.stringify([
      audience.key,
      prices !== null,
      today,
      terms,
      request.keywords.trim() === '',
      request.type,
      request.categories,
      request.manufacturers,
      request.forms,
      request.specs,
      request.tags,
      request.warehouses,
      request.inStock,
      scopes === null ? '' : scopes.join(''),
      request.expiry,
      asksPrice ? [priceKey, request.priceMin, request.priceMax] : '',
      request.among === null ? 0 : numberOf(request.among),
    ])
    const answerKey = `${common} ${sort} ${sortsByPrice ? priceKey : ''}`
    const cacheable = request.within === null
    const known = cacheable ? answers.get(answerKey) : undefined
    const counted = cacheable && request.withFacets ? counts.get(common) : undefined
    const deep = request.offset + request.limit > KEPT_ROWS
    if (known && (!deep || known.rows.length === known.total) && (counted || !request.withFacets))
      return { answer: known, counted: counted ?? null }

    const judge = createJudge({
      shelf,
      request,
      audience,
      prices,
      priceOf: prices !== null && asksPrice ? orders.priceOf(prices) : null,
      scopes,
      today,
    })
    let found = candidates(request, terms)
    const { within, among } = request
    const limit = within !== null && among !== null ? within.intersection(among) : (within ?? among)
    if (limit !== null) found = limitTo(found, limit)
    const counting = request.withFacets && !counted
    const members = counting ? new Uint8Array((shelf.count >>> 3) + 1) : null
    const { rows, total } = pass(found, judge, members)
    if (counting) counter.count(judged, today)
    const ordering = sort === 'relevance' ? orders.base() : orders.of(sort, prices)
    const sorted = rank(
      { rows, count: total, score: found.score },
      shelf.count,
      ordering,
      sort === 'relevance' ? { inStock: prices === null ? null : shelf.columns.inStock } : null,
      Math.max(KEPT_ROWS, request.offset + request.limit),
    )
    const answer = { total, rows: sorted }
    if (cacheable) {
      const kept = sorted.slice(0, KEPT_ROWS)
      answers.set(answerKey, { total, rows: kept }, kept.byteLength + ENTRY_BYTES)
    }
    if (members === null) return { answer, counted: counted ?? null }
    const narrowed = terms.length > 0 || request.categories.length > 0
    const fresh = { facets: counter.facets(request, { seesStock: prices !== null, narrowed }), members }
    if (cacheable) counts.set(common, fresh, members.byteLength + ENTRY_BYTES * 4)
    return { answer, counted: fresh }
  }

  /** 'Bought before' belongs to one company and is added to what its audience shares. */
  function withBought(counted: Counts, boughtIds: ReadonlySet<number> | null, seesStock: boolean): FacetWire[] {
    if (boughtIds === null || !seesStock) return counted.facets
    let count = 0
    for (const id of boughtIds) {
      const row = rowOf(shelf, id)
      if (row >= 0 && hasBit(counted.members, row)) count++
    }
    const facet: FacetWire = { key: 'bought', name: '采购记录', multiple: false, values: [{ value: '1', name: '买过', count }] }
    const before = counted.facets.findIndex((one) => one.key === 'expiry')
    return before < 0 ? [...counted.facets, facet] : counted.facets.toSpliced(before, 0, facet)
  }

  return {
    search(request, viewer, now) {
      const { answer, counted } = ask(request, viewer, now)
      const page = answer.rows.subarray(request.offset, request.offset + request.limit)
      return {
        ids: Array.from(page, (row) => shelf.columns.id[row] as number),
        total: answer.total,
        facets: counted === null ? [] : withBought(counted, request.boughtIds, priceViewOf(shelf, viewer) !== null),
      }
    },
    best(keywords, type, viewer, now, limit) {
      const request: SearchRequest = {
        keywords,
        type,
        categories: [],
        manufacturers: [],
        forms: [],
        specs: [],
        tags: [],
        warehouses: [],
        inStock: false,
        canBuy: false,
        expiry: null,
        priceMin: null,
        priceMax: null,
        within: null,
        among: null,
        boughtIds: null,
        sort: 'relevance',
        offset: 0,
        limit,
        withFacets: false,
      }
      return ask(request, viewer, now).answer.rows
    },
    prepare: () => {
      orders.base()
    },
    changed(rules) {
      answers.clear()
      counts.clear()
      if (rules) audiences.drop()
    },
  }
}
