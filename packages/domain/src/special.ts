import type { SpecialSubstance } from './law/judgement.ts'

/**
 * Compounds with a substance that may be abused: lawful goods under rules of their own (trade rules, section 5; 含特殊药品
 * 复方制剂). Counted are packs over all goods with the substance: the law bounds what a pack may hold, so packs bound the
 * substance too, and a clerk can count them.
 */
export interface SpecialLimits {
  /** Packs in one order; all orders of one checkout together. */
  perOrder: number
  /** Packs in one calendar month of Beijing; cancelled orders do not count, returned goods do. */
  perMonth: number
}

export interface SpecialRule {
  /** As papers and refusals name the goods. */
  name: string
  /** An order of its own, paid from the company's bank account only, with a stamped receipt. */
  ownOrder: boolean
  /** Where the shop has set none for a type of company. */
  limits: SpecialLimits
}

export const SPECIAL_RULES: Readonly<Record<SpecialSubstance, SpecialRule>> = {
  ephedrine: { name: '含麻黄碱复方制剂', ownOrder: true, limits: { perOrder: 20, perMonth: 60 } },
  codeine: { name: '含可待因复方制剂', ownOrder: true, limits: { perOrder: 10, perMonth: 30 } },
  diphenoxylate: { name: '复方地芬诺酯制剂', ownOrder: true, limits: { perOrder: 10, perMonth: 30 } },
  tramadol: { name: '含曲马多复方制剂', ownOrder: true, limits: { perOrder: 10, perMonth: 30 } },
  liquorice_opium: { name: '复方甘草制剂', ownOrder: true, limits: { perOrder: 20, perMonth: 60 } },
}

/** The goods is ordered apart, paid by transfer and receipted if one of its substances asks for it. */
export const needsOwnOrder = (substances: readonly SpecialSubstance[]): boolean => substances.some((one) => SPECIAL_RULES[one].ownOrder)

/** What one company may order of one substance. */
export interface SpecialUse extends SpecialLimits {
  substance: SpecialSubstance
  boughtThisMonth: number
}

/** What may still be put into a checkout that holds some packs already. */
export function specialRoom(use: SpecialUse, inCheckout = 0): number {
  return Math.max(0, Math.min(use.perOrder, use.perMonth - use.boughtThisMonth) - inCheckout)
}

/** Of several substances in one goods the one of which least is left; null: the goods holds none. */
export function tightest(uses: readonly SpecialUse[], inCheckout: (substance: SpecialSubstance) => number = () => 0): SpecialUse | null {
  const [first, ...rest] = uses
  if (first === undefined) return null
  const room = (use: SpecialUse) => specialRoom(use, inCheckout(use.substance))
  return rest.reduce((least, use) => (room(use) < room(least) ? use : least), first)
}

/** One sentence for every place that refuses for these limits. */
export function specialLimitText({ substance, perOrder, perMonth, boughtThisMonth }: SpecialUse, unit = '盒'): string {
  return `${SPECIAL_RULES[substance].name}每单限购 ${perOrder} ${unit}、每月限购 ${perMonth} ${unit}，本月已购 ${boughtThisMonth} ${unit}`
}
