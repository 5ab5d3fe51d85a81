import type { FacetWire, FoundWire, GOODS_SORTS } from '#contract/goods.ts'
import type { SpecialUse } from '#domain/special.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { Identified, IdentifyQuestion } from './words/identify.ts'

/** lot, case: a smallest lot, or a full case, is in stock; goods: whatever its stock, which is known elsewhere. */
export type CanBuy = 'goods' | 'lot' | 'case'

export interface UsedUp {
  /** Goods of which the day's limit leaves no smallest lot. */
  goods: ReadonlySet<number>
  /** What the company may order of each special substance. */
  special: readonly SpecialUse[]
}
export const NOTHING_USED: UsedUp = { goods: new Set(), special: [] }

/** What a list asks of the index. Sets of ids narrow; empty arrays do not. */
export interface SearchRequest {
  keywords: string
  /** 0 drug, 1 manufacturer */
  type: 0 | 1
  categories: readonly number[]
  manufacturers: readonly number[]
  forms: readonly string[]
  specs: readonly string[]
  tags: readonly string[]
  warehouses: readonly number[]
  inStock: boolean
  /** Only goods that this viewer's company can buy now; null = all. */
  canBuy: CanBuy | null
  /** What the company has used up of its limits, for canBuy. */
  usedUp: UsedUp
  expiry: 'near' | 'far' | null
  /** Fen; honoured only for viewers who see prices. */
  priceMin: number | null
  priceMax: number | null
  /** Goods ids that the result is limited to (favourites, bought before); null = no limit. */
  within: ReadonlySet<number> | null
  /**
   * A set that many viewers ask about (the goods of a zone); null = no limit. Answers are remembered by the object: give
   * the same one as long as nothing changed, another one when something did.
   */
  among: ReadonlySet<number> | null
  /** For the facet 'bought before'; null = not asked. */
  boughtIds: ReadonlySet<number> | null
  sort: (typeof GOODS_SORTS)[number]
  offset: number
  limit: number
  withFacets: boolean
}

export interface SearchResult {
  ids: number[]
  total: number
  facets: FacetWire[]
  /** null: nothing was typed. */
  found: FoundWire | null
}

/** How what was typed was understood, but for why each goods was found. */
export type Understood = Omit<FoundWire, 'why'>

/** What staff see of a search. */
export interface Explained {
  /** The words as pins know them. */
  key: string
  total: number
  understood: Understood
  list: { id: number; score: number; inStock: boolean; sales: number; why: string[]; pin: 'first' | 'last' | '' }[]
}

/**
 * The catalogue as one process holds it for finding: built from PostgreSQL, and kept by the feed of changes (platform/changes.ts):
 * single goods are read again; where names change that many goods share, everything is.
 */
export interface SearchIndex {
  /** Builds from the database; resolves when searchable. */
  load: () => Promise<void>
  stop: () => Promise<void>
  /** Takes in what was committed before the call, now. */
  refresh: () => Promise<void>
  isReady: () => boolean
  search: (request: SearchRequest, viewer: Viewer | null, now: Date) => SearchResult
  /** Why this viewer finds what, in which order. */
  explain: (keywords: string, viewer: Viewer | null, limit: number, now: Date) => Explained
  suggest: (
    keywords: string,
    type: 0 | 1,
    viewer: Viewer | null,
    limit: number,
  ) => { id: number; name: string; sccj: string; ypgg: string }[]
  /** The goods that a line of a list means: by code, barcode or approval number, else by what it is called. */
  identify: (question: IdentifyQuestion, viewer: Viewer | null) => Identified
}

/** What asks nothing of the index: everything this viewer may see, best sellers first. */
export const EVERYTHING: SearchRequest = {
  keywords: '',
  type: 0,
  categories: [],
  manufacturers: [],
  forms: [],
  specs: [],
  tags: [],
  warehouses: [],
  inStock: false,
  canBuy: null,
  usedUp: NOTHING_USED,
  expiry: null,
  priceMin: null,
  priceMax: null,
  within: null,
  among: null,
  boughtIds: null,
  sort: 'sales',
  offset: 0,
  limit: 40,
  withFacets: false,
}
