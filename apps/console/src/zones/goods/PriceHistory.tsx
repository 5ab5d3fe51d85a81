import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PriceChangeWire } from '#contract/prices-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Rows } from '../../parts/Rows.tsx'
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
            <Rows
              rows={list}
              id={(row) => row.id}
              empty="还没有改过"
              columns={[
                ['时间', (row) => <When at={row.at} short />],
                ['谁', (row) => row.by, 'nowrap'],
                ['价', (row) => nameOf(row)],
                ['从', (row) => <Money yuan={row.before} />, 'num'],
                ['到', (row) => <Money yuan={row.after} />, 'num'],
                [
                  '理由',
                  (row) =>
                    row.list_id > 0 ? (
                      <Link className="link" to={`/goods/price-lists/${row.list_id}`}>
                        {row.reason}
                      </Link>
                    ) : (
                      row.reason
                    ),
                ],
              ]}
            />
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
