import type { OrderEditPreviewWire } from '#contract/order-edit.ts'
import { moneyText } from '#ui/yuan.ts'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'

/** What a change would do, yuan by yuan, before it is done. */
export function EditPreview({ preview }: { preview: OrderEditPreviewWire }) {
  return (
    <>
      <Section title="改后" note="确认之前什么也没有改">
        <table className="tb tb-in">
          <tbody>
            {preview.items.map((item) => (
              <tr key={item.id}>
                <td>
                  {item.name} {item.before} → <b>{item.after}</b> {item.unit} {item.why && <small className="w">{item.why}</small>}
                </td>
                <td className="num">
                  <Money yuan={item.paid_before} /> → <Money yuan={item.paid_after} strong />
                </td>
              </tr>
            ))}
            {preview.others.map((one) => (
              <tr key={`${one.label}${one.after}`}>
                <td>{one.label}</td>
                <td>
                  {one.before && `${one.before} → `}
                  <b>{one.after}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="每一元">
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>项目</th>
              <th className="num">现在</th>
              <th className="num">改后</th>
            </tr>
          </thead>
          <tbody>
            {preview.money.map((row) => (
              <tr key={row.key} className={row.before === row.after ? 'muted' : ''}>
                <td>{row.label}</td>
                <td className="num">
                  <Money yuan={row.before} />
                </td>
                <td className="num">
                  <Money yuan={row.after} strong={row.before !== row.after} />
                </td>
              </tr>
            ))}
            {preview.earns.map((row) => (
              <tr key={row.label}>
                <td>{row.label}</td>
                <td className="num">{row.before}</td>
                <td className="num">{row.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="退给客户" note={`共 ${moneyText(preview.back_total)}`}>
        {preview.back.length === 0 && <p className="muted">没有款要退。</p>}
        {preview.back.map((one) => (
          <p key={`${one.to}${one.amount}`} className="row">
            <span className="grow">{one.to}</span>
            <Money yuan={one.amount} strong />
            <small className="muted">{one.when}</small>
          </p>
        ))}
        {preview.notes.map((note) => (
          <p key={note} className="s12 muted">
            {note}
          </p>
        ))}
      </Section>
    </>
  )
}
