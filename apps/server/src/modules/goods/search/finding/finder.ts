import type { FacetWire, FoundWire } from '#contract/goods.ts'
import { beijingDate } from '#domain/dates.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { createChangeLog } from '../changes.ts'
import { EVERYTHING, type Explained, type SearchRequest, type SearchResult, type Understood } from '../request.ts'
import { type Audience, createAudiences, priceViewOf } from '../rows/audience.ts'
import { buyableOf } from '../rows/buyable.ts'
import { createCounter, type Judged } from '../rows/facets.ts'
import { createJudge, type Judging } from '../rows/filters.ts'
import { type GoodsTable, rowOf } from '../rows/goods-table.ts'
import { createOrders } from '../rows/orders.ts'
import { type RowSet, rowSetOf } from '../rows/row-set.ts'
import { createIdentifier, type Identified, type IdentifyQuestion } from '../words/identify.ts'
import { splitTerms } from '../words/normalise.ts'
import { createShapes } from '../words/shapes.ts'
import type { Words } from '../words/words.ts'
import { createCache } from './cache.ts'
import { createExplainer } from './explaining.ts'
import { createMatcher } from './matching.ts'
import { createPinning, pinKeyOf } from './pins.ts'
import { boughtFirst, type Found, rank } from './ranking.ts'
import { understanding } from './understanding.ts'
import { createWhy } from './why.ts'

/** Answers questions about one table of goods. */
export interface Finder {
  search: (request: SearchRequest, viewer: Viewer | null, now: Date) => SearchResult
  /** The best rows, for suggestions. */
  best: (keywords: string, type: 0 | 1, viewer: Viewer | null) => Uint32Array
  /** The same search for staff: with the score of each goods, and by what each word found it. */
  explain: (keywords: string, viewer: Viewer | null, limit: number, now: Date) => Explained
  /** What one line of a list means. */
  identify: (question: IdentifyQuestion, viewer: Viewer | null) => Identified
  /** Makes the ordering that every answer needs, so that the first who asks does not wait for it. */
  prepare: () => void
  /** These rows have other figures, marks or categories now; null: texts, rules or goods are others. */
  changed: (rows: readonly number[] | null) => void
}

interface Answer {
  total: number
  /** The first of them. */
  rows: Uint32Array
  /** The score of each of the rows; null: ordered otherwise. */
  scores: Uint8Array | null
  understood: Understood | null
}
interface Counts {
  facets: FacetWire[]
  /** The rows themselves, for counting what was bought before. */
  members: RowSet
}

const ANSWERS_BYTES = 32 * 2 ** 20
const COUNTS_BYTES = 64 * 2 ** 20
const ENTRY_BYTES = 2_000
/** Rows that an answer keeps. For pages further down it is made anew with more of them. */
const KEPT_ROWS = 1_000
const MORE_ROWS = 10_000
/** So many of the best are looked through for suggestions of different names. */
const BEST_ROWS = 1_000

function scoresOf(rows: Uint32Array, score: Uint8Array): Uint8Array {
  const scores = new Uint8Array(rows.length)
  for (let at = 0; at < rows.length; at++) scores[at] = score[rows[at] as number] as number
  return scores
}

export function createFinder(table: GoodsTable, words: Words): Finder {
  const audiences = createAudiences(table)
  const matcher = createMatcher(table, words)
  const shapes = createShapes(table)
  const why = createWhy(table, words, shapes)
  const explainRow = createExplainer(table, words, matcher, why)
  const pin = createPinning(table, matcher)
  const understand = understanding(words, matcher)
  const orders = createOrders(table)
  const counter = createCounter(table)
  const changes = createChangeLog()
  const answers = createCache<Answer>(ANSWERS_BYTES, changes)
  const counts = createCache<Counts>(COUNTS_BYTES, changes)
  /** Sets that were asked about, by the number that stands for them in keys. */
  const setNumbers = new WeakMap<ReadonlySet<number>, number>()
  let setCount = 0
  let everything = new Uint32Array(0)
  const judged: Judged = { rows: new Uint32Array(0), fails: null, count: 0 }
  let bits = new Uint8Array(0)

  const thereFor =
    (visible: Audience['visible']) =>
    (row: number): boolean =>
      table.columns.live[row] === 1 && visible[table.columns.rule[row] as number] === 1

  /** What was found, and how what was typed was read for it. */
  function candidates({ keywords, type }: SearchRequest, { visible }: Audience): { found: Found; understood: Understood | null } {
    // Something was typed, but no letter, digit or character: nothing is found by it.
    if (keywords.trim() !== '') {
      const answer = understand.find(keywords, type, thereFor(visible))
      if (type === 0) pin(keywords, answer.found)
      return answer
    }
    if (everything.length < table.count) {
      everything = new Uint32Array(table.count)
      for (let row = 0; row < table.count; row++) everything[row] = row
    }
    return { found: { rows: everything, count: table.count, score: null }, understood: null }
  }

  function numberOf(ids: ReadonlySet<number>): number {
    const known = setNumbers.get(ids)
    if (known !== undefined) return known
    setNumbers.set(ids, ++setCount)
    return setCount
  }

  function limitTo(found: Found, ids: ReadonlySet<number>): Found {
    const inside = [...ids].map((id) => rowOf(table, id)).filter((row) => row >= 0 && (found.score === null || found.score[row] !== 0))
    return { rows: Uint32Array.from(inside), count: inside.length, score: found.score }
  }

  /** Judges every row that was found: those that pass, and in `judged` also those that fail one filter only. */
  function pass(found: Found, { visible, judge }: Judging): { rows: Uint32Array; total: number } {
    if (judged.rows.length < found.count) {
      judged.rows = new Uint32Array(Math.max(found.count, table.columns.id.length))
      bits = new Uint8Array(judged.rows.length)
    }
    let total = 0
    let count = 0
    if (judge === null) {
      const { live, rule } = table.columns
      for (let at = 0; at < found.count; at++) {
        const row = found.rows[at] as number
        if (live[row] === 1 && visible[rule[row] as number] === 1) judged.rows[count++] = row
      }
      total = count
    } else {
      for (let at = 0; at < found.count; at++) {
        const row = found.rows[at] as number
        const fails = judge(row)
        // A row that fails two filters is in no facet.
        if (fails < 0 || (fails & (fails - 1)) !== 0) continue
        judged.rows[count] = row
        bits[count++] = fails
        if (fails === 0) total++
      }
    }
    judged.count = count
    judged.fails = total === count ? null : bits
    if (total === count) return { rows: judged.rows, total }
    const rows = new Uint32Array(total)
    for (let at = 0, next = 0; at < count; at++) if (bits[at] === 0) rows[next++] = judged.rows[at] as number
    return { rows, total }
  }

  function ask(request: SearchRequest, viewer: Viewer | null, now: Date): { answer: Answer; counted: Counts | null } {
    const today = beijingDate(now)
    const audience = audiences.of(viewer)
    const prices = priceViewOf(table, viewer)
    const terms = splitTerms(request.keywords)
    const asksPrice = request.priceMin !== null || request.priceMax !== null
    const sort =
      prices === null && (request.sort === 'price_asc' || request.sort === 'price_desc' || request.sort === 'expiry')
        ? 'relevance'
        : request.sort
    const sortsByPrice = sort === 'price_asc' || sort === 'price_desc'
    const priceOf = prices === null ? null : orders.priceOf(prices)
    const buyable = buyableOf({ table, request, viewer, prices, priceOf, today })
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
      buyable?.key ?? '',
      request.expiry,
      asksPrice ? [priceKey, request.priceMin, request.priceMax] : '',
      request.among === null ? 0 : numberOf(request.among),
    ])
    const answerKey = `${common} ${sort} ${sortsByPrice ? priceKey : ''}`
    const cacheable = request.within === null
    const known = cacheable ? answers.get(answerKey) : undefined
    const counted = cacheable && request.withFacets ? counts.get(common) : undefined
    const reach = request.offset + request.limit
    if (known && (known.rows.length === known.total || known.rows.length >= reach) && (counted || !request.withFacets))
      return { answer: known, counted: counted ?? null }

    const judging = createJudge({
      table,
      request,
      audience,
      prices,
      priceOf: asksPrice ? priceOf : null,
      buyable,
      today,
    })
    const read = candidates(request, audience)
    let { found } = read
    const { within, among } = request
    const limit = within !== null && among !== null ? within.intersection(among) : (within ?? among)
    if (limit !== null) found = limitTo(found, limit)
    const { rows, total } = pass(found, judging)
    const counting = request.withFacets && !counted
    if (counting) counter.count(judged, today)
    const sorted = rank(
      { rows, count: total, score: found.score },
      table.count,
      sort === 'relevance' ? orders.base() : orders.of(sort, prices),
      sort === 'relevance' ? { inStock: prices === null ? null : table.columns.inStock } : null,
      reach <= KEPT_ROWS ? KEPT_ROWS : Math.max(MORE_ROWS, reach),
    )
    const scores = sort === 'relevance' && found.score !== null ? scoresOf(sorted, found.score) : null
    const answer = { total, rows: sorted, scores, understood: read.understood }
    const members = counting || cacheable ? rowSetOf(rows, total, table.count) : null
    const about =
      terms.length === 0 && limit === null ? null : total === found.count ? members : rowSetOf(found.rows, found.count, table.count)
    if (cacheable) answers.set(answerKey, answer, sorted.byteLength + (counting ? 0 : (about?.bytes ?? 0)) + ENTRY_BYTES, about)
    if (!counting || members === null) return { answer, counted: counted ?? null }
    const narrowed = terms.length > 0 || request.categories.length > 0
    const fresh = { facets: counter.facets(request, { seesStock: prices !== null, narrowed }), members }
    // The same set may stand for both.
    const bytes = members.bytes + (about === null || about === members ? 0 : about.bytes)
    if (cacheable) counts.set(common, fresh, bytes + ENTRY_BYTES * 4, about)
    return { answer, counted: fresh }
  }

  /** 'Bought before' belongs to one company and is added to what its audience shares. */
  function withBought(counted: Counts, boughtIds: ReadonlySet<number> | null, seesStock: boolean): FacetWire[] {
    if (boughtIds === null || !seesStock) return counted.facets
    let count = 0
    for (const id of boughtIds) {
      const row = rowOf(table, id)
      if (row >= 0 && counted.members.has(row)) count++
    }
    const facet: FacetWire = { key: 'bought', name: '采购记录', multiple: false, values: [{ value: '1', name: '买过', count }] }
    const before = counted.facets.findIndex((one) => one.key === 'expiry')
    return before < 0 ? [...counted.facets, facet] : counted.facets.toSpliced(before, 0, facet)
  }

  /** Among hits that fit alike, what the company bought before comes first. */
  function pageOf({ rows, scores }: Answer, { offset, limit, boughtIds }: SearchRequest): Uint32Array {
    if (scores === null || boughtIds === null || boughtIds.size === 0) return rows.subarray(offset, offset + limit)
    return boughtFirst({ rows, scores }, (row) => boughtIds.has(table.columns.id[row] as number), offset, limit)
  }

  function whyOf({ words: terms }: Understood, page: Uint32Array): FoundWire['why'] {
    const explained = why.termsToExplain(terms)
    if (explained.length === 0) return []
    return Array.from(page, (row) => ({ goods_id: table.columns.id[row] as number, text: why.of(row, explained) })).filter(
      ({ text }) => text !== '',
    )
  }

  const identify = createIdentifier({
    table,
    words,
    matcher,
    shapes,
    audienceOf: audiences.of,
    rankFound: (found, viewer, wanted) =>
      rank(found, table.count, orders.base(), { inStock: priceViewOf(table, viewer) === null ? null : table.columns.inStock }, wanted),
  })

  return {
    identify,
    search(request, viewer, now) {
      const { answer, counted } = ask(request, viewer, now)
      const page = pageOf(answer, request)
      return {
        ids: Array.from(page, (row) => table.columns.id[row] as number),
        total: answer.total,
        found: answer.understood === null ? null : { ...answer.understood, why: whyOf(answer.understood, page) },
        facets: counted === null ? [] : withBought(counted, request.boughtIds, priceViewOf(table, viewer) !== null),
      }
    },
    explain(keywords, viewer, limit, now) {
      const { answer } = ask({ ...EVERYTHING, keywords, sort: 'relevance', limit }, viewer, now)
      const { columns } = table
      const pinned = new Map(table.pins.get(pinKeyOf(keywords))?.map((one) => [one.goods_id, one.place]))
      return {
        key: pinKeyOf(keywords),
        total: answer.total,
        understood: answer.understood ?? { as: 'none', words: [], unknown: [], near: [] },
        list: Array.from(answer.rows.subarray(0, limit), (row, at) => ({
          id: columns.id[row] as number,
          score: answer.scores?.[at] ?? 0,
          inStock: columns.inStock[row] === 1,
          sales: columns.sales[row] as number,
          why: explainRow(row, answer.understood?.words ?? []),
          pin: pinned.get(columns.id[row] as number) ?? '',
        })),
      }
    },
    best(keywords, type, viewer) {
      const audience = audiences.of(viewer)
      const seesStock = priceViewOf(table, viewer) !== null
      const terms = splitTerms(keywords)
      const key = `best ${audience.key} ${seesStock} ${type} ${terms.join(' ')}`
      const known = answers.get(key)
      if (known) return known.rows
      const { inStock } = table.columns
      const found = understand.best(keywords, type, BEST_ROWS, thereFor(audience.visible))
      const rows = rank(found, table.count, orders.base(), { inStock: seesStock ? inStock : null }, BEST_ROWS)
      const about = rowSetOf(found.rows, found.count, table.count)
      answers.set(key, { total: rows.length, rows, scores: null, understood: null }, rows.byteLength + about.bytes + ENTRY_BYTES, about)
      return rows
    },
    prepare: () => {
      orders.base()
    },
    changed(rows) {
      if (rows !== null) return changes.add(rows)
      changes.addAll()
      audiences.drop()
      matcher.forget()
    },
  }
}
