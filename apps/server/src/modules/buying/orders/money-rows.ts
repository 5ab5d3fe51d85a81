import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { OrderMoneyRow } from './store.ts'

/** The sum of one order, row by row; the rows sum to what is payable through a channel. */

const LABELS = { goods_full_reduction: '单品满减', full_reduction: '满减', coupon: '优惠券' } as const

export interface RowsOf {
  /** What was bought, a bundle as one; nothing that was given. */
  lines: readonly { number: number; shares: readonly { kind: string; name: string; amount: Fen }[] }[]
  goods: Fen
  shipping: Fen
  voucher: Fen
  balance: Fen
}

export function moneyRowsOf({ lines, goods, shipping, voucher, balance }: RowsOf): OrderMoneyRow[] {
  const units = lines.reduce((sum, line) => sum + line.number, 0)
  const shares = lines.flatMap((line) => line.shares)
  const reductions = Object.entries(LABELS).flatMap(([kind, label]): OrderMoneyRow[] => {
    const taken = shares.filter((share) => share.kind === kind)
    if (taken.length === 0) return []
    return [minus(kind, label, [...new Set(taken.map((share) => share.name))].join('、'), add(...taken.map((share) => share.amount)))]
  })
  const paid = (key: 'voucher' | 'balance', label: string, amount: Fen) =>
    amount === 0 ? [] : [minus(key, label, `${label}抵扣 ¥${yuan(amount)}`, amount)]
  return [
    { key: 'goods', label: '商品金额', note: `${lines.length} 种 ${units} 件`, amount: goods },
    ...reductions,
    { key: 'shipping', label: '运费', note: shipping === 0 ? '免运费' : '', amount: shipping },
    ...paid('voucher', '现金券', voucher),
    ...paid('balance', '余额', balance),
  ]
}

const minus = (key: string, label: string, note: string, amount: Fen): OrderMoneyRow => ({
  key,
  label,
  note,
  amount: subtract(ZERO, amount),
})
