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

/** Brings a wished quantity to what may be bought: up to the step, at least the minimum, at most stock and limit. */
export function settleQuantity(wished: number, rule: QuantityRule, unit: string): QuantityAnswer {
  const step = stepOf(rule)
  const minimum = Math.max(step, Math.ceil(rule.minNumber / step) * step)
  const ceiling = rule.limitLeft === null ? rule.available : Math.min(rule.available, rule.limitLeft)
  const maximum = Math.max(0, Math.floor(ceiling / step) * step)
  const corrections: Correction[] = []
  let number = Math.max(1, Math.ceil(wished))
  if (number % step !== 0) {
    number = Math.ceil(number / step) * step
    const what = rule.wholeCase ? `整件 ${step} ${unit}` : `中包装 ${step} ${unit}`
    corrections.push({ reason: 'STEP', message: `${what}，已调整为 ${number} ${unit}` })
  }
  if (number < minimum) {
    number = minimum
    corrections.push({ reason: 'MINIMUM', message: `${minimum} ${unit}起订，已调整为 ${minimum} ${unit}` })
  }
  if (number > maximum) {
    const byLimit = rule.limitLeft !== null && rule.limitLeft < rule.available
    number = maximum >= minimum ? maximum : 0
    corrections.push(
      byLimit
        ? { reason: 'LIMIT', message: number > 0 ? `每日限购，最多还可购 ${number} ${unit}` : '已达限购数量' }
        : { reason: 'STOCK', message: number > 0 ? `库存仅余 ${rule.available} ${unit}，已调整为 ${number} ${unit}` : '库存不足一个起订量' },
    )
  }
  return { number, step, minimum, maximum, corrections }
}
