import type { LawGoods } from './judgement.ts'
import { readText } from './normalise.ts'
import type { LawRules } from './rules.ts'
import type { Scan } from './scan.ts'

/** 2～10℃, 2-8度: a range; 8℃以下: a bound. Cold where it ends at 10 °C or below. */
const COLD_RANGE = /\d(?:°c|c|度|℃)?至(\d{1,2})(?:°c|c|度|℃)/
const COLD_BOUND = /(?:^|\D)(\d{1,2})(?:°c|c|度|℃)以下/
/** -20℃: a sign before a number that no other number stands before. */
const BELOW_ZERO = /(?:^|[^\d度℃c])至\d{1,2}(?:°c|c|度|℃)/
const COLD_UP_TO = 10

const saysCold = (storage: string): boolean =>
  BELOW_ZERO.test(storage) ||
  [COLD_RANGE, COLD_BOUND].some((pattern) => {
    const upTo = pattern.exec(storage)?.[1]
    return upTo !== undefined && Number(upTo) <= COLD_UP_TO
  })

/** Kept and carried cold: the storage words decide, where they say nothing the kind of goods does. */
export function isColdChain(rules: LawRules, goods: LawGoods, scans: readonly Scan[], barredCold: boolean): boolean {
  const storage = goods.storage === '' ? '' : readText(goods.storage.replaceAll(/[-~～—–至到]+/g, '至'), rules.characters).joined
  if (storage !== '') {
    if (saysCold(storage)) return true
    const said = answer(storageWords(rules, storage), true)
    if (said !== null) return said
  }
  for (const scan of scans) {
    const said = answer(wordsOf(scan), false)
    if (said !== null) return said
  }
  return barredCold
}

function* wordsOf(scan: Scan): Generator<boolean> {
  for (const { word } of scan.inside) {
    if (word.kind === 'cold' && !word.row.unless.some((other) => scan.whole.includes(other))) yield word.row.cold
  }
}

function* storageWords(rules: LawRules, text: string): Generator<boolean> {
  for (const row of rules.cold) {
    if (text.includes(row.word) && !row.unless.some((word) => text.includes(word))) yield row.cold
  }
}

/**
 * Null: nothing is said. Of storage words the cold ones win (冷藏，使用中可常温), of names the others (胰岛素注射笔针头).
 */
function answer(said: Iterable<boolean>, winner: boolean): boolean | null {
  let other: boolean | null = null
  for (const cold of said) {
    if (cold === winner) return winner
    other = cold
  }
  return other
}
