import type { TradeDate } from '../dates.ts'
import type { Judgement, LawGoods } from './judgement.ts'
import { normaliseName } from './normalise.ts'
import { inForceOn, type LawRules } from './rules.ts'

export function judge(rules: LawRules, goods: LawGoods, on: TradeDate): Judgement {
  for (const text of [goods.genericName, goods.name, goods.tradeName]) {
    const found = rules.names.get(normaliseName(text))
    if (found && inForceOn(found.inForce, on)) {
      return {
        verdict: 'barred',
        barredClass: found.barredClass,
        reason: `名称“${text}”在${found.barredClass}名单中`,
        rule: found.rule,
        special: [],
        coldChain: false,
      }
    }
  }
  return { verdict: 'lawful', barredClass: null, reason: '', rule: '', special: [], coldChain: false }
}
