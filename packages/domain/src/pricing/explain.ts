import { SOURCE_NOTES } from '../cart.ts'
import type { Fen } from '../money.ts'
import type { LineShare, ShareKind } from './answer.ts'
import { money } from './texts.ts'
import type { Item } from './unit.ts'

const SHARE_NAMES: Readonly<Record<ShareKind, string>> = { goods_full_reduction: '单品满减', full_reduction: '满减', coupon: '优惠券' }

/** Each yuan of a line in plain sentences: how its amount comes about, who takes what off it, what is left. */
export function explain(item: Item, shares: readonly LineShare[], totals: ReadonlyMap<number, Fen>, net: Fen): string[] {
  const { unit, line, amount } = item
  const label = SOURCE_NOTES[unit.source] || '单价'
  const sentences = [`${label} ${money(unit.price)} × ${line.number} ${line.unit ?? '件'} = ${money(amount)}`]
  if (shares.length === 0 && item.takesFullReduction && item.takesCoupon) return sentences
  for (const share of shares) {
    const whole = totals.get(shareKey(share)) ?? share.amount
    const shared = whole > share.amount ? `（共减 ${money(whole)}，按金额分摊）` : ''
    sentences.push(`${SHARE_NAMES[share.kind]}“${share.name}” −${money(share.amount)}${shared}`)
  }
  if (shares.length > 0) sentences.push(`优惠后 ${money(net)}`)
  if (line.sale.kind === 'exchange') sentences.push('换购商品不参加其他优惠')
  else if (!item.takesFullReduction || !item.takesCoupon) {
    const left = [!item.takesFullReduction && '满减、赠品和换购', !item.takesCoupon && '优惠券'].filter((one) => one !== false)
    sentences.push(`${label}商品不参加${left.join('，也不能用')}`)
  }
  return sentences
}

/** Coupons and promotions have ids of their own, so the kind belongs to the key. */
export const shareKey = (share: Pick<LineShare, 'kind' | 'id'>): number => (share.kind === 'coupon' ? -share.id : share.id)
