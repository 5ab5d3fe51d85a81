import { useState } from 'react'
import { Link } from 'react-router'
import type { DealWire } from '#contract/deal-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'
import { DealForm } from './DealForm.tsx'
import { type DealDraft, dealFieldName } from './deal-draft.ts'
import { PlanRecord } from './PlanRecord.tsx'
import { useDeal } from './useDeal.ts'
import { VersionsTab } from './VersionsTab.tsx'

const NAMES = { name: '名称', intro: '说明', terms: '内容', rules: '规则', period: '时间' }

interface Props {
  /** null: one that is still to be made. */
  deal: DealWire | null
  begin: DealDraft
  readAgain?: () => Promise<DealWire | undefined>
}

function Result({ id, kind }: { id: number; kind: DealWire['kind'] }) {
  return (
    <Loaded of={useAsk(calls.dealResult, { params: { id } })}>
      {({ orders, companies, amount, rows }) => (
        <>
          <Section title="成效" note="各版合计，不算取消的订单">
            <Facts
              items={[
                ['订单', `${numberText(orders)} 张`],
                ['企业', `${numberText(companies)} 家`],
                ['金额', <Money key="amount" yuan={amount} strong />],
              ]}
            />
          </Section>
          <Section title="已售、已兑、已抽">
            <table className="tb tb-in">
              <thead>
                <tr>
                  <th>名称</th>
                  <th className="num">已出</th>
                  <th className="num">总量</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ name, taken, quota }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td className="num">{numberText(taken)}</td>
                    <td className="num">{quota === 0 ? '不限' : numberText(quota)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {kind === 'draw' && (
              <p>
                <Link className="link" to={`/marketing/draws?plan_id=${id}`}>
                  每一次抽奖的记录
                </Link>
              </p>
            )}
          </Section>
        </>
      )}
    </Loaded>
  )
}

export function DealRecord({ deal, begin, readAgain }: Props) {
  const [draft, setDraft] = useState(begin)
  const [stands, setStands] = useState(begin)
  const deeds = useDeal({
    deal,
    draft,
    onSaved: (kept) => {
      setDraft(kept)
      setStands(kept)
    },
  })
  const takeTheirs = async (): Promise<void> => {
    const now = await readAgain?.()
    if (now) deeds.take(now)
  }
  return (
    <PlanRecord
      plan={deal}
      newTitle="新建特价、套餐、抽奖"
      path="marketing/deals"
      shopText="到商城里看"
      deeds={deeds}
      isChanged={JSON.stringify(draft.terms) !== JSON.stringify(stands.terms)}
      fieldName={dealFieldName}
      form={(isOpen) => (
        <>
          <MeanwhileNotice
            of={deeds.saving}
            names={NAMES}
            mine={{ name: draft.terms.name, intro: draft.terms.intro }}
            onTakeTheirs={() => void takeTheirs()}
          />
          <DealForm draft={draft} onChange={setDraft} id={deal?.id} disabled={!isOpen} isKindFixed={(deal?.published ?? 0) > 0} />
        </>
      )}
      tabs={
        deal === null
          ? []
          : [
              {
                key: 'versions',
                title: '版本',
                count: deal.versions.length,
                content: (
                  <VersionsTab
                    note="新的一版批准后接替上一版，已售的数接着数"
                    heads={['内容', '时间']}
                    versions={deal.versions}
                    cells={({ text, period }) => [text, period]}
                  />
                ),
              },
              { key: 'result', title: '成效', content: <Result id={deal.id} kind={deal.kind} /> },
            ]
      }
    />
  )
}
