import { moneyText } from '../../parts/yuan.ts'
import css from './wallet.module.css'

interface Props {
  months: readonly { month: string; amount: string }[]
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [600, 190, 44, 26, 12]

/** A round number above the highest month, in a few even steps. */
export function scale(highest: number): { top: number; step: number } {
  if (highest <= 0) return { top: 100, step: 50 }
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  return { top: Math.ceil(highest / step) * step, step }
}

const short = (value: number): string => (value >= 10_000 ? `${value / 10_000}万` : String(value))
const monthName = (month: string): string => `${Number(month.slice(5))}月`

/** What was spent in each of the last months. The figures are in a table for those who do not see it. */
export function SpendingChart({ months }: Props) {
  const values = months.map(({ amount }) => Math.max(0, Number(amount)))
  const { top, step } = scale(Math.max(...values, 0))
  const place = (WIDTH - LEFT) / Math.max(1, months.length)
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return (
    <figure className={css.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        {lines.map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className={css.rule} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {short(value)}
            </text>
          </g>
        ))}
        {months.map(({ month, amount }, index) => {
          const value = values[index] ?? 0
          const x = LEFT + place * (index + 0.5)
          const last = index === months.length - 1
          return (
            <g key={month} className={last ? css.now : undefined}>
              <title>{`${month}：${moneyText(amount)}`}</title>
              <rect x={x - place * 0.28} y={y(value)} width={place * 0.56} height={Math.max(0, y(0) - y(value))} rx="4" />
              <text x={x} y={HEIGHT - 6} textAnchor="middle">
                {monthName(month)}
              </text>
            </g>
          )
        })}
      </svg>
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
