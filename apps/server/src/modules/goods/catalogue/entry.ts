import type { DrugClass } from '#contract/goods.ts'
import type { Availability } from '#domain/eligibility.ts'
import { isSpecialSubstance, type SpecialSubstance } from '#domain/law/judgement.ts'
import type { LawStanding } from '#domain/law/standing.ts'
import type { Fen } from '#domain/money.ts'
import type { Ladder, OfferKind } from '#domain/price.ts'
import { isRestrictedClass, type RestrictedClass } from '#domain/restricted.ts'
import type { CatalogueGoods } from './facts.ts'
import type { AvailabilityRow, CatalogueRow, OfferRow } from './views.ts'

/** The terms of an offer, without what is taken of it. */
export interface OfferTerms {
  id: number
  kind: OfferKind
  /** Null for welfare, which has a percent instead. */
  price: Fen | null
  percent: number | null
  startsAt: Date
  endsAt: Date
  quota: number | null
  limitPerBuyer: number | null
  flashSessionId: number | null
  fullReductionOk: boolean
  couponOk: boolean
  batch: { id: number; batchNo: string; expiryDate: string; warehouseId: number } | null
}

/** One goods as the catalogue is remembered, with the prices of every rank. */
export interface CatalogueEntry {
  goods: CatalogueGoods
  basePrice: Fen | null
  rankPrices: ReadonlyMap<string, Fen> | null
  ladder: Ladder | null
  offers: readonly OfferTerms[]
}

/** Date's own limits stand for 'always'. */
const FIRST_MOMENT = -8.64e15
const LAST_MOMENT = 8.64e15
const NO_OFFERS: readonly OfferTerms[] = []
const NO_SUBSTANCES: readonly SpecialSubstance[] = []
const NO_CLASSES: readonly RestrictedClass[] = []

export function catalogueEntry(row: CatalogueRow): CatalogueEntry {
  return {
    goods: {
      goodsId: row.id,
      code: row.code,
      name: row.name,
      manufacturer: row.manufacturer ?? '',
      manufacturerId: row.manufacturer_id,
      categoryIds: row.categories,
      spec: row.spec,
      unit: row.unit,
      midPack: row.mid_pack,
      casePack: row.case_pack,
      splittable: row.splittable,
      minNumber: row.min_number,
      dosageForm: row.dosage_form,
      approvalNo: row.approval_no,
      origin: row.origin,
      drugClass: row.drug_class as DrugClass,
      kind: row.kind,
      scopeCode: row.scope_code,
      scopeName: row.scope_name,
      isSelected: row.is_selected,
      isEphedrine: row.is_ephedrine,
      specialSubstances: row.special_substances.length === 0 ? NO_SUBSTANCES : row.special_substances.filter(isSpecialSubstance),
      restrictedClasses: row.special_substances.length === 0 ? NO_CLASSES : row.special_substances.filter(isRestrictedClass),
      lawVerdict: row.law_verdict as LawStanding,
      lawVersion: row.law_version,
      retailPrice: row.retail_price as Fen | null,
      purchaseLimit: row.purchase_limit,
      freeShippingFrom: row.free_shipping_from,
      onShelf: row.on_shelf,
      offShelfReason: row.off_shelf_reason,
      tags: row.tags,
      image: row.image,
      availability: row.availability === null ? null : availabilityOf(row.availability),
    },
    basePrice: row.base_price as Fen | null,
    rankPrices: row.ranks.length === 0 ? null : new Map(row.ranks.map(([rank, price]) => [rank, price as Fen])),
    ladder:
      row.ladder.length === 0
        ? null
        : { type: row.ladder_type, steps: row.ladder.map(([number, price]) => ({ number, price: price as Fen })) },
    offers: row.offers.length === 0 ? NO_OFFERS : row.offers.map(termsOf),
  }
}

function termsOf(row: OfferRow): OfferTerms {
  const { batch_id, batch_no, expiry_date, warehouse_id } = row
  return {
    id: row.id,
    kind: row.kind,
    price: row.price as Fen | null,
    percent: row.percent,
    startsAt: new Date(row.starts_at ?? FIRST_MOMENT),
    endsAt: new Date(row.ends_at ?? LAST_MOMENT),
    quota: row.quota,
    limitPerBuyer: row.limit_per_buyer,
    flashSessionId: row.flash_session_id,
    fullReductionOk: row.full_reduction_ok,
    couponOk: row.coupon_ok,
    batch:
      batch_id === null || batch_no === null || expiry_date === null || warehouse_id === null
        ? null
        : { id: batch_id, batchNo: batch_no, expiryDate: expiry_date, warehouseId: warehouse_id },
  }
}

function availabilityOf(row: AvailabilityRow): Availability {
  return {
    controlled: row.controlled,
    entries: (row.entries ?? []).map((entry) => ({
      province: entry.province,
      city: entry.city,
      companyType: entry.company_type,
      companyId: entry.company_id,
    })),
  }
}
