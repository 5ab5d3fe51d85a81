import { SOURCE_NOTES } from '../cart.ts'
import { add, type Fen, ZERO } from '../money.ts'
import type { LineShare, ShareKind } from './answer.ts'
import type { TakenStep } from './lines.ts'
import { money } from './texts.ts'
import type { Item } from './unit.ts'

const SHARE_NAMES: Readonly<Record<ShareKind, string>> = { goods_full_reduction: '单品满减', full_reduction: '满减', coupon: '优惠券' }

/** What is said of a reduction on every line that it takes from: before the line's own amount, and after it. */
interface Phrase {
  before: string
  whole: Fen
  after: string
}
export type Phrases = ReadonlyMap<string, Phrase>

export function phrasesOf(steps: readonly TakenStep[]): Phrases {
  const phrases = new Map<string, Phrase>()
  for (const { kind, taken } of steps) {
    for (const { id, name, amount } of taken) {
      const whole = add(phrases.get(keyOf({ kind, id }))?.whole ?? ZERO, amount)
      phrases.set(keyOf({ kind, id }), { before: `${SHARE_NAMES[kind]}“${name}” −`, whole, after: `（共减 ${money(whole)}，按金额分摊）` })
    }
  }
  return phrases
}

/** Coupons and promotions have ids of their own. */
const keyOf = ({ kind, id }: Pick<LineShare, 'kind' | 'id'>): string => (kind === 'coupon' ? `c${id}` : `p${id}`)

/** Each yuan of a line in plain sentences: how its amount comes about, who takes what off it, what is left. */
export function explain(item: Item, shares: readonly LineShare[], phrases: Phrases, net: Fen): string[] {
  const { unit, line, amount } = item
  const label = SOURCE_NOTES[unit.source] || '单价'
  const sentences = [`${label} ${money(unit.price)} × ${line.number} ${line.unit ?? '件'} = ${money(amount)}`]
  for (const share of shares) {
    const phrase = phrases.get(keyOf(share))
    if (phrase) sentences.push(phrase.before + money(share.amount) + (phrase.whole > share.amount ? phrase.after : ''))
  }
  if (shares.length > 0) sentences.push(`优惠后 ${money(net)}`)
  if (line.sale.kind === 'exchange') sentences.push('换购商品不参加其他优惠')
  else if (!item.takesFullReduction || !item.takesCoupon) {
    const left = [!item.takesFullReduction && '满减、赠品和换购', !item.takesCoupon && '优惠券'].filter((one) => one !== false)
    sentences.push(`${label}商品不参加${left.join('，也不能用')}`)
  }
  return sentences
}
