/** How many of a goods a line may hold (domain rule 'Cart and stock'). Counts are units of the packing unit (bzdw). */
export interface QuantityRule {
  midPack: number
  casePack: number
  splittable: boolean
  minNumber: number
  /** The line is sold by the full case. */
  wholeCase: boolean
  available: number
  /** What this buyer may still buy, over all limits; null = no limit. */
  limitLeft: number | null
}

export type CorrectionReason = 'STEP' | 'MINIMUM' | 'STOCK' | 'LIMIT'

export interface Correction {
  reason: CorrectionReason
  message: string
}

export interface QuantityAnswer {
  /** 0: not even the smallest lot can be had. */
  number: number
  step: number
  minimum: number
  maximum: number
  corrections: Correction[]
}

/** What − and + move by. */
export function stepOf(rule: Pick<QuantityRule, 'midPack' | 'casePack' | 'splittable' | 'wholeCase'>): number {
  if (rule.wholeCase) return rule.casePack
  return rule.splittable ? 1 : rule.midPack
}

/** The smallest number that may be bought: whole steps, at least the minimum. */
export function minimumOf(rule: Pick<QuantityRule, 'midPack' | 'casePack' | 'splittable' | 'wholeCase' | 'minNumber'>): number {
  const step = stepOf(rule)
  return Math.max(step, Math.ceil(rule.minNumber / step) * step)
}

/**
 * Brings a wished quantity to what may be bought: up to the step, at least the minimum, at most stock and limit.
 * Every correction names the number that came out, so that two sentences never contradict each other.
 */
export function settleQuantity(wished: number, rule: QuantityRule, unit: string): QuantityAnswer {
  const step = stepOf(rule)
  const minimum = minimumOf(rule)
  const ceiling = rule.limitLeft === null ? rule.available : Math.min(rule.available, rule.limitLeft)
  const maximum = Math.max(0, Math.floor(ceiling / step) * step)
  const bounds = { step, minimum, maximum }
  const asked = Math.max(1, Math.ceil(wished))
  const stepped = Math.ceil(asked / step) * step
  const raised = Math.max(stepped, minimum)
  if (raised > maximum) return { number: maximum >= minimum ? maximum : 0, ...bounds, corrections: [cappedBy(rule, bounds, unit)] }
  const pack = rule.wholeCase ? `整件 ${step} ${unit}` : `中包装 ${step} ${unit}`
  const corrections: Correction[] = []
  if (raised > stepped) corrections.push({ reason: 'MINIMUM', message: `${minimum} ${unit}起订，已调整为 ${minimum} ${unit}` })
  else if (stepped !== asked) corrections.push({ reason: 'STEP', message: `${pack}，已调整为 ${stepped} ${unit}` })
  return { number: raised, ...bounds, corrections }
}

function cappedBy(rule: QuantityRule, { minimum, maximum }: { minimum: number; maximum: number }, unit: string): Correction {
  const reachable = maximum >= minimum
  if (rule.limitLeft !== null && rule.limitLeft < rule.available) {
    return { reason: 'LIMIT', message: reachable ? `限购，已调整为最多可购的 ${maximum} ${unit}` : '已达限购数量' }
  }
  const left = Math.max(0, rule.available)
  return { reason: 'STOCK', message: reachable ? `库存仅余 ${left} ${unit}，已调整为 ${maximum} ${unit}` : '库存不足一个起订量' }
}
