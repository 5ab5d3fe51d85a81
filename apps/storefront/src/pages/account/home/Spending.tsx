import type { UserMoneyWire } from '#contract/wallet.ts'
import { Block } from '#ui/Block.tsx'
import { moneyText } from '#ui/yuan.ts'
import { bars } from './bars.ts'
import css from './home.module.css'

const [WIDTH, HEIGHT, LEFT, TOP, FOOT] = [560, 180, 40, 12, 24]

/** What was bought in each of the last twelve months; the table says the same to who cannot see the bars. */
export function Spending({ months }: { months: UserMoneyWire['months'] }) {
  const { top, lines, list } = bars(months)
  const floor = HEIGHT - FOOT
  const step = (WIDTH - LEFT) / Math.max(1, list.length)
  const y = (share: number) => floor - share * (floor - TOP)
  if (months.every(({ amount }) => Number(amount) === 0))
    return (
      <Block title="采购额" className={css.fill}>
        <p className={css.nothing}>下单付款后，这里按月显示采购额</p>
      </Block>
    )
  return (
    <Block title="采购额" className={css.fill} head={<span className={css.d}>近 12 个月，{top.unit}</span>}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.chart} aria-hidden="true" focusable="false">
        {lines.map(({ text, share }) => (
          <g key={text}>
            <path d={`M${LEFT} ${y(share)}H${WIDTH}`} />
            <text x={LEFT - 8} y={y(share) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {list.map(({ month, label, share }, index) => (
          <g key={month}>
            <rect
              className={index === list.length - 1 ? css.thisMonth : undefined}
              x={LEFT + step * index + step / 4}
              y={y(share)}
              width={step / 2}
              height={Math.max(0, floor - y(share))}
              rx="3"
            />
            <text x={LEFT + step * (index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
      </svg>
      <table className="said">
        <caption>近 12 个月采购额</caption>
        <tbody>
          {months.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td>{moneyText(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  )
}
