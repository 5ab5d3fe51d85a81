import { createHash } from 'node:crypto'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { splitName } from '#domain/goods-name.ts'
import { judge } from '#domain/law/judge.ts'
import type { Judgement, LawGoods, SpecialSubstance } from '#domain/law/judgement.ts'
import { type LawDecision, settle, shelfReason } from '#domain/law/standing.ts'
import type { RestrictedClass } from '#domain/restricted.ts'
import { needsOwnOrder } from '#domain/special.ts'
import { lawRules, lawVersionOn } from './running.ts'

/** A goods as it is kept, as far as the stop list asks. */
export interface KeptEvidence {
  name: string
  generic_name: string
  trade_name: string
  spec: string
  unit: string
  dosage_form: string
  approval_no: string
  category: string
  special_mark: string
  manufacturer: string
  storage: string
}

/** What is written to a goods with every judgement. */
export interface JudgedGoods {
  law_verdict: 'lawful' | 'doubtful' | 'barred'
  law_class: string
  law_reason: string
  law_rule: string
  law_version: string
  /** Those with limits of their own, and the classes that not every buyer may have. */
  special_substances: (SpecialSubstance | RestrictedClass)[]
  is_ephedrine: boolean
  cold_chain: boolean
  /** Why it is off the shelf; '' of a lawful one. */
  shelf_reason: string
}

/**
 * Kept columns as evidence. A generic or trade name that was only read out of the name is none of its own: it would speak
 * twice, and where the reading is wrong, against the name.
 */
export function evidenceOf(goods: KeptEvidence): LawGoods {
  const read = splitName(goods.name)
  return {
    name: goods.name,
    genericName: goods.generic_name === read.generic ? '' : goods.generic_name,
    tradeName: goods.trade_name === read.trade ? '' : goods.trade_name,
    spec: goods.spec,
    unit: goods.unit,
    dosageForm: goods.dosage_form,
    approvalNo: goods.approval_no,
    category: goods.category,
    mark: goods.special_mark,
    manufacturer: goods.manufacturer,
    storage: goods.storage,
  }
}

/** Names what a goods was judged by: whoever decides on another evidence than was shown is told so. */
export const evidenceDigest = (goods: KeptEvidence): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(evidenceOf(goods))))
    .digest('base64url')
    .slice(0, 22)

/** What the rules alone say today. */
export const findingOf = (goods: KeptEvidence, today: TradeDate): Judgement => judge(lawRules(), evidenceOf(goods), today)

/** coldSaid: what the file said of the cold chain, which counts before the judgement. */
export function judgeGoods(goods: KeptEvidence, decision: LawDecision | null, coldSaid: boolean | null, today: TradeDate): JudgedGoods {
  const found = findingOf(goods, today)
  const settled = settle(found, { name: goods.name, approvalNo: goods.approval_no }, decision)
  return {
    law_verdict: settled.verdict,
    law_class: settled.barredClass ?? '',
    law_reason: settled.reason,
    law_rule: settled.rule,
    law_version: lawVersionOn(today),
    special_substances: [...found.special, ...found.restricted],
    is_ephedrine: needsOwnOrder(found.special),
    cold_chain: coldSaid ?? found.coldChain,
    shelf_reason: shelfReason(settled),
  }
}

/** What a thing that names no goods of the catalogue is called: does the stop list know the name, or one of the special compounds? */
export function isOnStopList(name: string, now: Date): boolean {
  const found = judge(lawRules(), { ...NOTHING_SAID, name }, beijingDate(now))
  return found.verdict !== 'lawful' || found.special.length > 0 || found.restricted.length > 0
}

const NOTHING_SAID: LawGoods = {
  name: '',
  genericName: '',
  tradeName: '',
  spec: '',
  unit: '',
  dosageForm: '',
  approvalNo: '',
  category: '',
  mark: '',
  manufacturer: '',
  storage: '',
}
