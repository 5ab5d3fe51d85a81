import type { MoneyRowWire } from '#contract/cart.ts'
import { Money } from './Money.tsx'
import css from './MoneyRows.module.css'
import { moneyText } from './yuan.ts'

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
