import { addDays, daysBetween, type TradeDate } from './dates.ts'
import { minimumOf, type QuantityRule, stepOf } from './quantity.ts'

/** What a company bought of one goods, the last order first. */
export interface PurchaseHistory {
  /** Orders with it. */
  times: number
  firstOn: TradeDate
  lastOn: TradeDate
  /** Units of the last orders, at most three. */
  lastNumbers: readonly number[]
}

export interface ReorderAdvice {
  /** Units, in whole steps, at least the minimum. */
  number: number
  /** Why so many. */
  note: string
  /** Days between two orders on average; null with a single order. */
  intervalDays: number | null
  /** As long as usual has passed since the last one. */
  due: boolean
}

/** So much of the usual interval counts as all of it: who orders every 30 days looks at it after 27. */
const DUE_PART = 0.9
/** After so many intervals without an order the goods are no longer bought regularly. */
const GIVEN_UP = 4

type Packing = Pick<QuantityRule, 'midPack' | 'casePack' | 'splittable' | 'wholeCase' | 'minNumber'>

/** As much as the last orders had on average, brought to whole steps. */
export function adviseReorder(history: PurchaseHistory, packing: Packing, unit: string, today: TradeDate): ReorderAdvice {
  const { times, firstOn, lastOn, lastNumbers } = history
  const mean = lastNumbers.length === 0 ? 0 : lastNumbers.reduce((sum, number) => sum + number, 0) / lastNumbers.length
  const step = stepOf(packing)
  const number = Math.max(minimumOf(packing), Math.round(mean / step) * step)
  const intervalDays = times < 2 ? null : Math.max(1, Math.round(daysBetween(firstOn, lastOn) / (times - 1)))
  const since = daysBetween(lastOn, today)
  const due = intervalDays !== null && since >= intervalDays * DUE_PART && today <= addDays(lastOn, intervalDays * GIVEN_UP)
  const [last = number] = lastNumbers
  const note = lastNumbers.length > 1 ? `近 ${lastNumbers.length} 次平均 ${Math.round(mean)} ${unit}` : `上次 ${last} ${unit}`
  return { number, note, intervalDays, due }
}
