import type { CartTotalWire } from '#contract/cart-shapes.ts'
import { Block } from '#ui/Block.tsx'
import { Earned } from '../../parts/Earned.tsx'
import { MoneyRows } from '../../parts/MoneyRows.tsx'
import css from './cart-offers.module.css'

/** The sum, row by row, with what the order will bring back. */
export function SumPanel({ total, busy }: { total: CartTotalWire; busy: boolean }) {
  return (
    <Block title="金额明细" className={css.sum}>
      <div aria-busy={busy}>
        <MoneyRows rows={total.rows} total={{ label: '合计', amount: total.total }} />
        <Earned cashback={total.cashback} points={total.points} />
      </div>
    </Block>
  )
}
