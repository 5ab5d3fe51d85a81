import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Picker } from '../../parts/Picker.tsx'
import { Section } from '../../parts/Section.tsx'
import { WhyAnswer } from '../../parts/WhyAnswer.tsx'
import { calls } from './calls.ts'
import { CompanyFinder } from './EntryAdd.tsx'
import './goods.css'

const FOUND = 20

function GoodsFinder({ onChoose }: { onChoose: (id: number) => void }) {
  const [asked, setAsked] = useState('')
  const { data, isFetching } = useAsk(calls.records, { query: { keywords: asked, per_page: FOUND } }, { enabled: asked !== '' })
  return (
    <Picker
      what="商品"
      placeholder="商品名称、拼音首字母或编码"
      onAsk={setAsked}
      isFetching={isFetching}
      found={(data?.list ?? []).map(({ id, name, spec, manufacturer }) => ({ value: id, label: `${name} ${spec} ${manufacturer}` }))}
      onChoose={onChoose}
    />
  )
}

/** Why may this company not buy these goods? Both stand in the address, so that the answer can be handed on. */
export default function WhyPage() {
  const [params, setParams] = useSearchParams()
  const [company, goods] = [Number(params.get('company') ?? 0), Number(params.get('goods') ?? 0)]
  const set = (said: Record<string, string>): void => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(said)) next.set(name, value)
    setParams(next, { replace: true })
  }
  const answer = useAsk(calls.why, { query: { company_id: company, goods } }, { enabled: company > 0 && goods > 0 })
  const record = useAsk(calls.record, { params: { id: goods } }, { enabled: goods > 0 }).data
  return (
    <div className="record-body">
      <Section title="哪家企业" note={params.get('name') ?? ''}>
        <CompanyFinder onChoose={(id, label) => set({ company: String(id), name: label })} />
      </Section>
      <Section title="哪个商品" note={record ? `${record.name} ${record.spec}` : ''}>
        <GoodsFinder onChoose={(id) => set({ goods: String(id) })} />
      </Section>
      {company > 0 && goods > 0 ? (
        <Loaded of={answer}>
          {(why) => (
            <>
              <WhyAnswer why={why} />
              {why.rule !== null && (
                <p className="rule-link">
                  这个商品按可售范围销售：
                  <Link className="link" to={`/goods/availability/${why.rule.id}`}>
                    {why.rule.name}
                  </Link>
                </p>
              )}
            </>
          )}
        </Loaded>
      ) : (
        <p className="muted rule-link">选好企业和商品，就按商城下单时的同一条规则回答。</p>
      )}
    </div>
  )
}
