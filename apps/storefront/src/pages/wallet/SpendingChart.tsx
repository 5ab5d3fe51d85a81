import { grouped, moneyText } from '#ui/yuan.ts'
import css from './chart.module.css'

interface Props {
  months: readonly { month: string; amount: string }[]
}

/** A round number above the highest month, in a few even steps. */
export function scale(highest: number): { top: number; step: number } {
  if (highest <= 0) return { top: 100, step: 50 }
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  return { top: Math.ceil(highest / step) * step, step }
}

const short = (value: number): string => (value >= 10_000 ? `${value / 10_000}万` : String(value))
/** Whole 元 over a bar; nothing over none. */
const over = (value: number): string => (value > 0 ? grouped(String(Math.floor(value))) : '')

/** What was spent in each of the last months. The figures are in a table for those who do not see it. */
export function SpendingChart({ months }: Props) {
  const values = months.map(({ amount }) => Math.max(0, Number(amount)))
  const highest = Math.max(...values, 0)
  const { top, step } = scale(highest)
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  if (highest === 0) return <p className={css.none}>近 12 个月还没有付过款。付款后，这里按月画出采购金额。</p>
  return (
    <figure className={css.chart}>
      <div className={css.plot} aria-hidden="true">
        {lines.map((value) => (
          <span key={value} className={css.line} style={{ bottom: `${(value / top) * 100}%` }}>
            {short(value)}
          </span>
        ))}
        <ol className={css.bars}>
          {months.map(({ month, amount }, index) => (
            <li key={month} title={`${month}：${moneyText(amount)}`}>
              <span>{over(values[index] ?? 0)}</span>
              <i style={{ height: `${((values[index] ?? 0) / top) * 100}%` }} />
              <small>{Number(month.slice(5))}月</small>
            </li>
          ))}
        </ol>
      </div>
      <table className="said">
        <caption>各月采购付款</caption>
        <tbody>
          {months.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td>{moneyText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
