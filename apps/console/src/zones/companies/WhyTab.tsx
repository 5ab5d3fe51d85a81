import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DossierWire } from '#contract/companies.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Picker } from '../../parts/Picker.tsx'
import { Section } from '../../parts/Section.tsx'
import { WhyAnswer } from '../../parts/WhyAnswer.tsx'
import { calls } from './calls.ts'

function GoodsPicker({ onChoose }: { onChoose: (id: number) => void }) {
  const [asked, setAsked] = useState('')
  const { data, isFetching } = useAsk(calls.goodsNames, { query: { keywords: asked } }, { enabled: asked !== '' })
  return (
    <Picker
      what="商品"
      placeholder="商品名称、拼音首字母或编码"
      autoFocus
      onAsk={setAsked}
      isFetching={isFetching}
      found={(data?.list ?? []).map(({ id, name, spec, manufacturer, on_shelf }) => ({
        value: id,
        label: `${name} ${spec} ${manufacturer}${on_shelf === 1 ? '' : '（已下架）'}`,
      }))}
      onChoose={onChoose}
    />
  )
}

export function WhyTab({ dossier }: { dossier: DossierWire }) {
  const [params, setParams] = useSearchParams()
  const goods = Number(params.get('goods') ?? 0)
  const answer = useAsk(calls.why, { params: { id: dossier.id }, query: { goods } }, { enabled: goods > 0 })
  const choose = (id: number): void => {
    const next = new URLSearchParams(params)
    next.set('goods', String(id))
    setParams(next, { replace: true })
  }
  const { list, is_asked } = dossier.drug_classes
  return (
    <>
      <Section title="为什么不能买" note="与商城下单时同一条规则，企业看到的就是这些话">
        <GoodsPicker onChoose={choose} />
      </Section>
      {goods > 0 && <Loaded of={answer}>{(why) => <WhyAnswer why={why} />}</Loaded>}
      <Section title="可购范围">
        <div className="chips">
          {dossier.scopes.map(({ code, name }) => (
            <span key={code} className="chip chip-info">
              {name}
            </span>
          ))}
          {dossier.scopes.length === 0 && <span className="muted">没有经营范围</span>}
        </div>
        {is_asked === 1 && (
          <p className="muted s12">经营类别：{list.length > 0 ? list.map(({ name }) => name).join('、') : '尚未登记，不作限制'}</p>
        )}
      </Section>
    </>
  )
}
