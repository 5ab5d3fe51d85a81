import { Alert } from 'antd'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'

/** What the draft comes to, asked anew as it is typed. */
export function DealLook({ terms, id }: { terms: string; id: number | undefined }) {
  const answer = useAsk(calls.dealLook, { query: { terms, ...(id !== undefined && { id }) } }, { keepFormer: true })
  return (
    <Loaded of={answer}>
      {({ text, goods, below, faults, notes }) => (
        <>
          {text !== '' && (
            <Section title="会是这样">
              <p>{text}</p>
              {notes.map((note) => (
                <p key={note} className={note.includes('还贵') ? 'bad' : 'muted'}>
                  {note}
                </p>
              ))}
            </Section>
          )}
          {faults.length > 0 && (
            <Section title="还差">
              <ul className="deal-faults">
                {faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            </Section>
          )}
          {below.length > 0 && (
            <Section title="低于成本或底价">
              <Alert
                type="error"
                showIcon
                className="trouble"
                title={`${below.map((one) => one.name).join('、')}：${below.some((one) => one.bound !== '') ? '低于' : '接近或低于'}成本价或底价，确实低于的，批准人会看到`}
              />
            </Section>
          )}
          {goods.length > 0 && (
            <Section title="商品">
              <table className="tb tb-in" aria-label="现价与库存">
                <thead>
                  <tr>
                    <th>商品</th>
                    <th className="num">现价</th>
                    <th className="num">过低的价</th>
                    <th className="num">库存</th>
                  </tr>
                </thead>
                <tbody>
                  {goods.map(({ id: of, name, unit, price, stock, on_shelf: onShelf }) => {
                    const low = below.find((one) => one.id === of)
                    return (
                      <tr key={of}>
                        <td>
                          {name} {onShelf === 0 && <span className="chip chip-warn">不在售</span>}
                        </td>
                        <td className="num">{price === '' ? '—' : <Money yuan={price} />}</td>
                        <td className={low ? 'num bad' : 'num'}>
                          {low ? <Money yuan={low.after} strong /> : ''}
                          {low && low.bound !== '' && (
                            <span className="muted s12">
                              {low.below === 'cost' ? ' 成本 ' : ' 底价 '}
                              <Money yuan={low.bound} />
                            </span>
                          )}
                        </td>
                        <td className="num">
                          {numberText(stock)} {unit}
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}
