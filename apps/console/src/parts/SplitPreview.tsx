import type { OrderSplitPreviewWire } from '#contract/order-split.ts'
import { Money } from './Money.tsx'
import { numberText } from './numbers.ts'
import { Section } from './Section.tsx'

type Item = OrderSplitPreviewWire['items'][number]

function Part({ number, unit, paid }: { number: number; unit: string; paid: string | null }) {
  if (number === 0) return <span className="muted">—</span>
  return (
    <>
      <b>{numberText(number)}</b> {unit}
      {paid !== null && (
        <div>
          <Money yuan={paid} />
        </div>
      )}
    </>
  )
}

const Row = ({ item }: { item: Item }) => (
  <tr className={item.moved > 0 ? 'dirty' : ''}>
    <td>
      {item.name} {item.why && <small className="w">{item.why}</small>}
    </td>
    <td className="num">
      <Part number={item.kept} unit={item.unit} paid={item.kept_paid} />
    </td>
    <td className="num">
      <Part number={item.moved} unit={item.unit} paid={item.moved_paid} />
    </td>
  </tr>
)

/** Both orders as they would be, before anything is done. */
export function SplitPreview({ preview }: { preview: OrderSplitPreviewWire }) {
  return (
    <>
      <Section title="拆成两张" note="确认之前什么也没有改">
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>商品</th>
              <th className="num">留在 {preview.no}</th>
              <th className="num">拆到 {preview.new_no}</th>
            </tr>
          </thead>
          <tbody>
            {preview.items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </tbody>
        </table>
      </Section>
      {preview.money.length > 0 && (
        <Section title="每一元" note="两张合计与原来相同">
          <table className="tb tb-in">
            <thead>
              <tr>
                <th>项目</th>
                <th className="num">原来</th>
                <th className="num">留下</th>
                <th className="num">拆出</th>
              </tr>
            </thead>
            <tbody>
              {preview.money.map((row) => (
                <tr key={row.key}>
                  <td>{row.label}</td>
                  {[row.before, row.kept, row.moved].map((amount, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: always the same three columns
                    <td key={at} className="num">
                      {row.key === 'points' ? amount : <Money yuan={amount} strong={row.key === 'total'} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
      <div className="sec">
        {preview.notes.map((note) => (
          <p key={note} className="s12 muted">
            {note}
          </p>
        ))}
      </div>
    </>
  )
}
