import type { TradeDate } from '#domain/dates.ts'
import { companyRefusals, goodsRefusals } from '#domain/eligibility.ts'
import { lawStanding } from '#domain/law/standing.ts'
import type { Viewer, ViewerCompany } from '../../../../platform/viewer.ts'
import { lawVersionOn } from '../../law/public.ts'
import type { CanBuy, SearchRequest } from '../request.ts'
import type { PriceView } from './audience.ts'
import { type GoodsTable, rowOf, type SaleTerms, type WarehouseSet } from './goods-table.ts'

/** What of the goods a company can buy now, as its cards say it (catalogue/card.ts). Viewers with the same key can buy the same. */
export interface Buyable {
  has: (row: number) => boolean
  key: string
}

export interface BuyableContext {
  table: GoodsTable
  request: Pick<SearchRequest, 'canBuy' | 'usedUp'>
  viewer: Viewer | null
  prices: PriceView | null
  /** Fen, 0 = no price; left out: this viewer sees none. */
  priceOf: ((row: number) => number) | null
  today: TradeDate
}

const NOTHING: Buyable = { has: () => false, key: 'nothing' }

/** Null: nobody asks, or nobody is signed in, who can buy nothing and is shown everything. */
export function buyableOf({ table, request, viewer, prices, priceOf, today }: BuyableContext): Buyable | null {
  const company = viewer?.company ?? null
  const { canBuy, usedUp } = request
  if (company === null || canBuy === null) return null
  if (prices === null || priceOf === null || companyRefusals(company, today).length > 0) return NOTHING
  const terms = termsTable(table, company, request, canBuy, today)
  const places = canBuy === 'goods' ? null : placesTable(table, company, canBuy)
  const spent = new Set([...usedUp.goods].map((id) => rowOf(table, id)))
  const { columns } = table
  return {
    has: (row) =>
      terms[columns.terms[row] as number] === 1 &&
      (places === null || places[columns.warehouseSet[row] as number] === 1) &&
      priceOf(row) !== 0 &&
      !spent.has(row),
    key: JSON.stringify([
      canBuy,
      terms.join(''),
      company.province,
      prices.isOwn ? prices.companyId : `rank ${prices.rank}`,
      [...usedUp.goods].sort((a, b) => a - b),
    ]),
  }
}

/** By number of terms: 1 = nothing stands against such goods. */
function termsTable(
  table: GoodsTable,
  company: ViewerCompany,
  { usedUp }: Pick<SearchRequest, 'usedUp'>,
  canBuy: CanBuy,
  today: TradeDate,
): Uint8Array {
  const lawToday = lawVersionOn(today)
  const allows = (terms: SaleTerms): boolean => {
    const isCase = canBuy === 'case'
    const goods = {
      law: lawStanding({ verdict: terms.lawfulBy === null ? 'unjudged' : 'lawful', version: terms.lawfulBy }, lawToday),
      onShelf: true,
      scopeCode: terms.scopeCode,
      scopeName: '',
      hasPrice: true,
      available: Number.MAX_SAFE_INTEGER,
      smallestLot: isCase ? terms.caseLot : terms.lot,
      purchaseLimit: (isCase ? terms.caseOverLimit : terms.lotOverLimit) ? 0 : null,
      boughtToday: 0,
      isEphedrine: terms.isEphedrine,
      drugClass: terms.drugClass,
      restricted: terms.restricted,
      special: usedUp.special.filter(({ substance }) => terms.substances.includes(substance)),
      availability: null,
    }
    return goodsRefusals(company, goods, today).length === 0
  }
  return Uint8Array.from(table.terms.values, (terms) => (allows(terms) ? 1 : 0))
}

/**
 * By number of warehouses: 1 = the warehouse that this company is served from has enough. That is as cards have it: one with
 * stock in its own province, else the first with stock.
 */
function placesTable(table: GoodsTable, company: ViewerCompany, canBuy: 'lot' | 'case'): Uint8Array {
  const order = [...table.warehouses.values()]
  const own = order.filter(({ province }) => province !== '' && province === company.province)
  const serves = (set: WarehouseSet): boolean => {
    const has = ({ id }: { id: number }) => set.stocked.includes(id)
    const from = own.find(has) ?? order.find(has)
    return from !== undefined && (canBuy === 'case' ? set.cases : set.lots).includes(from.id)
  }
  return Uint8Array.from(table.warehouseSets.values, (set) => (serves(set) ? 1 : 0))
}
