import type { OfferWire } from '#contract/offer-desk.ts'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'

export function VersionsTab({ versions }: Pick<OfferWire, 'versions'>) {
  return (
    <Section title="各版本" note="运行中的条款不改，新的一版批准后接替上一版">
      {versions.length === 0 ? (
        <p className="muted">还没有批准过的版本</p>
      ) : (
        <table className="tb tb-in">
          <thead>
            <tr>
              <th>版</th>
              <th>条款</th>
              <th>商品</th>
              <th>客户</th>
              <th>起</th>
              <th>止</th>
              <th>送审、批准</th>
              <th>发布于</th>
            </tr>
          </thead>
          <tbody>
            {versions.map(
              ({ number, text, goods, buyers, starts_at: from, ends_at: until, asked_by: asker, approved_by: approver, at }) => (
                <tr key={number}>
                  <td className="num">{number}</td>
                  <td>{text}</td>
                  <td>{goods}</td>
                  <td>{buyers}</td>
                  <td>
                    <When at={from} short />
                  </td>
                  <td>
                    <When at={until} short />
                  </td>
                  <td>{[asker, approver].filter(Boolean).join('、') || '—'}</td>
                  <td>
                    <When at={at} short />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </Section>
  )
}
