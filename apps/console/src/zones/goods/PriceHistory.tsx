import { Button } from 'antd'
import { useState } from 'react'
import type { PriceChangeWire } from '#contract/prices-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

const nameOf = ({ kind, kind_name, of, number }: PriceChangeWire): string =>
  kind === 'rank' ? `${of} 级价` : kind === 'ladder' ? `阶梯 ${number}` : kind === 'company' ? `专价 ${of}` : kind_name

export function PriceHistory({ id }: { id: number }) {
  const [before, setBefore] = useState(0)
  const answer = useAsk(calls.priceHistory, { params: { id }, query: before > 0 ? { before } : {} }, { keepFormer: true })
  return (
    <Section title="改价经过" note="最近的在前">
      <Loaded of={answer}>
        {({ list, next }) => (
          <>
            {list.length === 0 ? (
              <p className="muted">还没有改过</p>
            ) : (
              <table className="tb tb-in">
                <thead>
                  <tr>
                    <th>时间</th>
                    <th>谁</th>
                    <th>价</th>
                    <th className="num">从</th>
                    <th className="num">到</th>
                    <th>理由</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((row) => (
                    <tr key={row.id}>
                      <td>
                        <When at={row.at} short />
                      </td>
                      <td className="nowrap">{row.by}</td>
                      <td>{nameOf(row)}</td>
                      <td className="num">
                        <Money yuan={row.before} />
                      </td>
                      <td className="num">
                        <Money yuan={row.after} />
                      </td>
                      <td>{row.reason}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {(next > 0 || before > 0) && (
              <div className="row goods-deeds">
                <Button size="small" disabled={before === 0} onClick={() => setBefore(0)}>
                  最近的
                </Button>
                <Button size="small" disabled={next === 0} onClick={() => setBefore(next)}>
                  更早的
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
