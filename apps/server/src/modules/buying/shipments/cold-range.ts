import { labelOf, type Stored, storageWord, warmestOf } from './note-text.ts'

/** How warm it may be on the way, in ℃; no lowest: nothing is too cold. */
export interface ColdRange {
  name: '冷藏' | '冷冻'
  lowest: number | null
  highest: number
}

/** 2–8 ℃, as the law has it for goods of the cold chain. */
const CHILLED: ColdRange = { name: '冷藏', lowest: 2, highest: 8 }
/** Where a label only says 冷冻. */
const FROZEN_AT_MOST = -10
/** -20℃ without a word that bounds it means round about. */
const ROUND_ABOUT = 5
const BOUND = /以下|不超过|不高于|低于|小于|≤|</
const FROM_TO = /(-?\d{1,4}(?:\.\d{1,3})?)℃?(?:[~至到]|-(?=-?\d))(-?\d{1,4}(?:\.\d{1,3})?)℃/

function frozen(goods: Stored): ColdRange {
  const label = labelOf(goods.storage)
  const [, from, to] = FROM_TO.exec(label) ?? []
  if (from !== undefined && to !== undefined) {
    const ends = [Number(from), Number(to)]
    return { name: '冷冻', lowest: Math.min(...ends), highest: Math.max(...ends) }
  }
  const warmest = warmestOf(label)
  const highest = warmest === null ? FROZEN_AT_MOST : BOUND.test(label) ? warmest : Math.min(0, warmest + ROUND_ABOUT)
  return { name: '冷冻', lowest: null, highest: Math.min(0, highest) }
}

/** What the goods of one shipment ask for: frozen ones what their label says, the others 2–8 ℃. One that carries both has two boxes. */
export function rangesOf(goods: readonly Stored[]): ColdRange[] {
  const all = goods.filter((one) => one.coldChain).map((one) => (storageWord(one) === '冷冻' ? frozen(one) : CHILLED))
  const chilled = all.filter((range) => range.name === '冷藏').slice(0, 1)
  const cold = all.filter((range) => range.name === '冷冻')
  if (cold.length === 0) return chilled.length > 0 ? chilled : [CHILLED]
  // In one box the strictest label counts.
  const lowest = cold.flatMap((range) => range.lowest ?? [])
  const strictest = { name: '冷冻', lowest: lowest.length > 0 ? Math.max(...lowest) : null } as const
  return [...chilled, { ...strictest, highest: Math.min(...cold.map((range) => range.highest)) }]
}

/** In which box a reading was taken nobody says: it must fit one of them. */
export const isWithin = (celsius: number, ranges: readonly ColdRange[]): boolean =>
  ranges.some(({ lowest, highest }) => (lowest === null || celsius >= lowest) && celsius <= highest)

/** 2–8 ℃; 冷藏 2–8 ℃、冷冻 -20 ℃ 以下. */
export function rangeWords(ranges: readonly ColdRange[]): string {
  const words = ranges.map(({ name, lowest, highest }) => {
    const text = lowest === null ? `${highest} ℃ 以下` : `${lowest}${lowest < 0 ? '～' : '–'}${highest} ℃`
    return ranges.length > 1 ? `${name} ${text}` : text
  })
  return words.join('、')
}
