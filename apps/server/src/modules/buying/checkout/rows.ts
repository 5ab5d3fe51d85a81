import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { Priced, PricedOrder, ShareKind } from '#domain/pricing/pricing.ts'
import type { OrderMoneyRow } from '../orders/public.ts'

/** The sum of one order as step 2 has it for the whole checkout; the rows sum to what is payable. */

const REDUCTIONS: readonly ShareKind[] = ['goods_full_reduction', 'full_reduction', 'coupon']
const LABELS: Readonly<Record<ShareKind, string>> = { goods_full_reduction: '单品满减', full_reduction: '满减', coupon: '优惠券' }

export function orderRows(priced: Priced, order: PricedOrder): OrderMoneyRow[] {
  const own = new Set(order.lineIds)
  const lines = priced.lines.filter((line) => own.has(line.id))
  const units = lines.reduce((sum, line) => sum + line.number, 0)
  const shares = lines.flatMap((line) => line.shares)
  const reductions = REDUCTIONS.flatMap((kind): OrderMoneyRow[] => {
    const taken = shares.filter((share) => share.kind === kind)
    if (taken.length === 0) return []
    return [
      minus(kind, LABELS[kind], [...new Set(taken.map((share) => share.name))].join('、'), add(...taken.map((share) => share.amount))),
    ]
  })
  const paid = (key: 'voucher' | 'balance', label: string, amount: Fen) =>
    amount === 0 ? [] : [minus(key, label, `${label}抵扣 ¥${yuan(amount)}`, amount)]
  return [
    { key: 'goods', label: '商品金额', note: `${lines.length} 种 ${units} 件`, amount: order.goods },
    ...reductions,
    { key: 'shipping', label: '运费', note: order.shipping === 0 ? '免运费' : '', amount: order.shipping },
    ...paid('voucher', '现金券', order.voucher),
    ...paid('balance', '余额', order.balance),
  ]
}

const minus = (key: string, label: string, note: string, amount: Fen): OrderMoneyRow => ({
  key,
  label,
  note,
  amount: subtract(ZERO, amount),
})
