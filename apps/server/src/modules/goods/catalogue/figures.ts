import { SPECIAL_SUBSTANCES, type SpecialSubstance } from '#domain/law/judgement.ts'
import type { Fen } from '#domain/money.ts'
import { SPECIAL_RULES, type SpecialLimits, type SpecialUse } from '#domain/special.ts'
import type { CatalogueEntry } from './entry.ts'
import { FIGURE, type FigureRow } from './views.ts'

export interface StockFigure {
  warehouseId: number
  available: number
  firstExpiry: string | null
  lastExpiry: string | null
}

export interface PersonalFigure {
  companyPrice: Fen | null
  isFavorite: boolean
  inCart: number
  boughtToday: number
}

/** The tagged rows of FIGURES_SQL, sorted out. */
export interface Figures {
  stock: Map<number, StockFigure[]>
  personal: Map<number, PersonalFigure>
  /** By offer: what all buyers took, and what is left of its batch. */
  taken: Map<number, { number: number; batchAvailable: number }>
  /** By offer: what this buyer took. */
  boughtUnder: Map<number, number>
  /** Something of these goods changed that this process has not taken in yet. */
  isLate: boolean
  /** As of which the activities are to be told. */
  promotionVersion: number
  /** Of the company, where one of the goods holds a special substance: packs of this month, and limits where the shop has set some. */
  specialBought: Map<SpecialSubstance, number>
  specialLimits: Map<SpecialSubstance, SpecialLimits>
}

export function gatherFigures(rows: readonly FigureRow[]): Figures {
  const figures: Figures = {
    stock: new Map(),
    personal: new Map(),
    taken: new Map(),
    boughtUnder: new Map(),
    isLate: false,
    promotionVersion: 0,
    specialBought: new Map(),
    specialLimits: new Map(),
  }
  const personalOf = (goodsId: number): PersonalFigure => {
    const known = figures.personal.get(goodsId)
    if (known) return known
    const fresh = { companyPrice: null, isFavorite: false, inCart: 0, boughtToday: 0 }
    figures.personal.set(goodsId, fresh)
    return fresh
  }
  for (const [tag, id, a, b, firstExpiry, lastExpiry] of rows) {
    switch (tag) {
      case FIGURE.stock: {
        const stock = { warehouseId: a ?? 0, available: b ?? 0, firstExpiry, lastExpiry }
        const known = figures.stock.get(id)
        if (known) known.push(stock)
        else figures.stock.set(id, [stock])
        break
      }
      case FIGURE.companyPrice:
        personalOf(id).companyPrice = a as Fen | null
        break
      case FIGURE.favorite:
        personalOf(id).isFavorite = true
        break
      case FIGURE.inCart:
        personalOf(id).inCart += a ?? 0
        break
      case FIGURE.boughtToday:
        personalOf(id).boughtToday = a ?? 0
        break
      case FIGURE.taken:
        figures.taken.set(id, { number: a ?? 0, batchAvailable: b ?? 0 })
        break
      case FIGURE.boughtUnderOffer:
        figures.boughtUnder.set(id, a ?? 0)
        break
      case FIGURE.late:
        figures.isLate = true
        break
      case FIGURE.promotions:
        figures.promotionVersion = id
        break
      case FIGURE.special: {
        const substance = SPECIAL_SUBSTANCES[id - 1]
        if (substance !== undefined) figures.specialBought.set(substance, a ?? 0)
        break
      }
      case FIGURE.specialLimit: {
        const substance = SPECIAL_SUBSTANCES[id - 1]
        if (substance !== undefined) figures.specialLimits.set(substance, { perOrder: a ?? 0, perMonth: b ?? 0 })
        break
      }
    }
  }
  return figures
}

/** Only goods with a day's limit need their history of the day. */
export function limitedOf(entries: ReadonlyMap<number, CatalogueEntry>): { limitedGoodsIds: number[] } {
  const limitedGoodsIds: number[] = []
  for (const { goods } of entries.values()) if (goods.purchaseLimit !== null) limitedGoodsIds.push(goods.goodsId)
  return { limitedGoodsIds }
}

export function hasSpecial(entries: ReadonlyMap<number, CatalogueEntry>): boolean {
  for (const { goods } of entries.values()) if (goods.specialSubstances.length > 0) return true
  return false
}

const NO_USES: readonly SpecialUse[] = []

/** What the company may order of each of these substances. */
export function specialUses(substances: readonly SpecialSubstance[], figures: Figures): readonly SpecialUse[] {
  if (substances.length === 0) return NO_USES
  return substances.map((substance) => ({
    substance,
    ...(figures.specialLimits.get(substance) ?? SPECIAL_RULES[substance].limits),
    boughtThisMonth: figures.specialBought.get(substance) ?? 0,
  }))
}

export function offersOf(entries: ReadonlyMap<number, CatalogueEntry>): { offerIds: number[]; limitedOfferIds: number[] } {
  const offerIds: number[] = []
  const limitedOfferIds: number[] = []
  for (const { offers } of entries.values()) {
    for (const offer of offers) {
      offerIds.push(offer.id)
      if (offer.limitPerBuyer !== null) limitedOfferIds.push(offer.id)
    }
  }
  return { offerIds, limitedOfferIds }
}
