import type { RestrictedClass } from '../restricted.ts'

/**
 * May this goods be sold online at all? What the stop list's rules are asked, and what they answer
 * (药品网络销售监督管理办法 art. 8; 药品网络销售禁止清单第一版, part 1). Rules are compiled from the lists that the
 * quality department keeps; judging is pure.
 */

/** The nine classes of part 1 of the ban list, and detox drugs, which the shop does not publish. */
export const BARRED_CLASSES = [
  '疫苗',
  '血液制品',
  '麻醉药品',
  '精神药品',
  '医疗用毒性药品',
  '放射性药品',
  '药品类易制毒化学品',
  '医疗机构制剂',
  '中药配方颗粒',
  '戒毒药品',
] as const
export type BarredClass = (typeof BARRED_CLASSES)[number]

/** barred: never sold. lawful: sold. doubtful: not sold until the quality department has decided. */
export type Verdict = 'barred' | 'lawful' | 'doubtful'

/** Compounds that may be sold by wholesale under rules of their own: cap, payment, receipt. */
export const SPECIAL_SUBSTANCES = ['ephedrine', 'codeine', 'diphenoxylate', 'tramadol', 'liquorice_opium'] as const
export type SpecialSubstance = (typeof SPECIAL_SUBSTANCES)[number]
export const isSpecialSubstance = (text: string): text is SpecialSubstance => (SPECIAL_SUBSTANCES as readonly string[]).includes(text)

/** What a goods says of itself, as received; '' where it says nothing. */
export interface LawGoods {
  name: string
  genericName: string
  tradeName: string
  spec: string
  unit: string
  dosageForm: string
  approvalNo: string
  category: string
  /** The wholesaler's special-control mark (特殊管理), often empty. */
  mark: string
  manufacturer: string
  storage: string
}

export interface Judgement {
  verdict: Verdict
  /** The class that bars, or that is suspected where the verdict is doubtful; null where neither is. */
  barredClass: BarredClass | null
  /** A sentence for a person, in Chinese: which column says what, and which row of the lists knows it; '' where lawful. */
  reason: string
  /** Row of the lists that decided, as `list/name`; '' where none did. */
  rule: string
  /** Special substances found, whatever the verdict; the strictest rule counts where there are several. */
  special: readonly SpecialSubstance[]
  /** Classes that not every buyer of medicines may have. */
  restricted: readonly RestrictedClass[]
  /** Must be kept and carried cold (2–8 °C), by storage words, class and form. */
  coldChain: boolean
}
