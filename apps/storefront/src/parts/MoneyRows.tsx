import type { MoneyRowWire } from '#contract/cart-shapes.ts'
import { Money } from '#ui/Money.tsx'
import { moneyText } from '#ui/yuan.ts'
import css from './MoneyRows.module.css'

interface Props {
  rows: readonly MoneyRowWire[]
  total: { label: string; note?: string; amount: string }
  dense?: boolean
}

/** What is to pay, row by row with its reason; the rows sum to the total. */
export function MoneyRows({ rows, total, dense = false }: Props) {
  return (
    <dl className={dense ? `${css.rows} ${css.dense}` : css.rows}>
      {rows.map((row) => (
        <div key={row.key}>
          <dt>
            {row.label}
            {row.note && <small>{row.note}</small>}
          </dt>
          <dd className={row.amount.startsWith('-') ? css.less : undefined}>{moneyText(row.amount)}</dd>
        </div>
      ))}
      <div className={css.total}>
        <dt>
          {total.label}
          {total.note && <small>{total.note}</small>}
        </dt>
        <dd>
          <Money yuan={total.amount} size={dense ? 'md' : 'lg'} />
        </dd>
      </div>
    </dl>
  )
}
