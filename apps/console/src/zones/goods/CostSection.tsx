import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { GoodsCostWire } from '#contract/prices-desk.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

const NAMES = { cost: '成本价', floor: '底价' } as const
type Typed = Record<keyof typeof NAMES, string>
const typedOf = ({ cost, floor }: GoodsCostWire): Typed => ({ cost: cost ?? '', floor: floor ?? '' })

/** What a goods costs the house, and below which nobody sells alone. */
export function CostSection({ id, cost }: { id: number; cost: GoodsCostWire }) {
  const may = useMay()
  const can = may('prices.change')
  const [base, setBase] = useState(cost)
  const [typed, setTyped] = useState(typedOf(cost))
  const take = (newer: GoodsCostWire): void => {
    setBase(newer)
    setTyped(typedOf(newer))
  }
  const deed = useDeed(calls.costSave, {
    done: '成本价与底价已保存',
    outdates: [calls.cost, calls.priceHistory, calls.history],
    onDone: take,
  })
  const reason = useReason(deed.problem)
  const changed = (['cost', 'floor'] as const).filter((field) => typed[field].trim() !== typedOf(base)[field])
  if (changed.length === 0 && base.version !== cost.version) take(cost)
  const ask = (): void =>
    reason.ask({
      title: '改成本价与底价',
      what: changed.map((field) => `${NAMES[field]}：${typedOf(base)[field] || '无'} → ${typed[field] || '无'}`).join('；'),
      ok: '保存',
      usual: ['新进货价', '供应商调价', '公司定价'],
      run: async (text) => (await deed.run({ params: { id }, body: { ...typed, reason: text, version: base.version } })) || true,
    })
  return (
    <Section
      title="成本价与底价"
      note={
        cost.updated_at && (
          <>
            {cost.updated_by} <When at={cost.updated_at} short />
          </>
        )
      }
    >
      <MeanwhileNotice of={deed} mine={typed} names={NAMES} onTakeTheirs={() => take(cost)} />
      {deed.problem && <Alert type="error" showIcon className="trouble" title={deed.problem} />}
      {can ? (
        <div className="row">
          {(['cost', 'floor'] as const).map((field) => (
            <Input
              key={field}
              size="small"
              className={changed.includes(field) ? 'dirty' : ''}
              style={{ width: 150 }}
              prefix={`${NAMES[field]} ¥`}
              aria-label={NAMES[field]}
              placeholder="无"
              value={typed[field]}
              onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
            />
          ))}
          {changed.length > 0 && (
            <>
              <Button size="small" onClick={() => take(base)}>
                放弃
              </Button>
              <Button size="small" type="primary" loading={deed.isBusy} onClick={ask}>
                保存…
              </Button>
            </>
          )}
        </div>
      ) : (
        <Facts
          items={[
            ['成本价', <Money key="cost" yuan={cost.cost} />],
            ['底价', <Money key="floor" yuan={cost.floor} />],
          ]}
        />
      )}
      {reason.dialog}
    </Section>
  )
}
