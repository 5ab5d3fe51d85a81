import type { LawGoods } from './judgement.ts'
import { readText } from './normalise.ts'
import type { LawRules } from './rules.ts'
import type { Scan } from './scan.ts'

/** 2～10℃, 2-8度, -20℃: a range that ends at 10 °C or below. */
const COLD_DEGREES = /(?:^|[^\d.])(-?\d{1,2})(?:°c|c|度|℃)?(?:至|到|[-~—])?(\d{1,2})(?:°c|c|度|℃)/

/** Kept and carried cold: the storage words decide, where they say nothing the kind of goods does. */
export function isColdChain(rules: LawRules, goods: LawGoods, scans: readonly Scan[], barredCold: boolean): boolean {
  const storage = goods.storage === '' ? '' : readText(goods.storage.replaceAll(/[-~～—–至到]+/g, '至'), rules.characters).joined
  if (storage !== '') {
    const range = COLD_DEGREES.exec(storage)
    if (range !== null && Number(range[2]) <= 10) return true
    const said = answer(rules, 'storage', storage)
    if (said !== null) return said
  }
  const names = scans.map(({ whole }) => whole)
  for (const name of names) {
    const said = answer(rules, 'name', name)
    if (said !== null) return said
  }
  return barredCold
}

/**
 * Null: the text says neither. Of storage words the cold ones win (冷藏，使用中可常温), of names the others (胰岛素注射笔针头).
 */
function answer(rules: LawRules, column: 'storage' | 'name', text: string): boolean | null {
  const first = column === 'storage'
  let other: boolean | null = null
  for (const row of rules.cold) {
    if (row.column !== column || !text.includes(row.word) || row.unless.some((word) => text.includes(word))) continue
    if (row.cold === first) return first
    other = row.cold
  }
  return other
}
