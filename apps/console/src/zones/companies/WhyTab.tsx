import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DossierWire } from '#contract/companies.ts'
import type { CompanyWhyWire } from '#contract/company-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'

const PAUSE_MS = 150
const WHO: Readonly<Record<CompanyWhyWire['reasons'][number]['who'], string>> = {
  company: '企业本身',
  law: '法律',
  goods: '这个商品',
  place: '收货地址',
}

/** Finds goods while they are typed. */
function GoodsPicker({ onChoose }: { onChoose: (id: number) => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isFetching } = useAsk(calls.goodsNames, { query: { keywords: asked } }, { enabled: asked !== '' })
  const list = asked === '' || asked !== typed.trim() ? [] : (data?.list ?? [])
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      autoFocus
      aria-label="商品"
      placeholder="商品名称、拼音首字母或编码"
      style={{ width: '100%', maxWidth: 480 }}
      value={null}
      loading={isFetching}
      notFoundContent={asked === '' ? null : isFetching ? '正在找…' : '没有这样的商品'}
      options={list.map(({ id, name, spec, manufacturer, on_shelf }) => ({
        value: id,
        label: `${name} ${spec} ${manufacturer}${on_shelf === 1 ? '' : '（已下架）'}`,
      }))}
      onChange={(id: number | null) => {
        if (id === null) return
        setTyped('')
        onChoose(id)
      }}
    />
  )
}

function Answer({ why }: { why: CompanyWhyWire }) {
  return (
    <Section
      title={`${why.goods.name} ${why.goods.spec}`}
      note={`${why.goods.manufacturer} · ${why.goods.scope}${why.place ? ` · 送 ${why.place}` : ''}`}
    >
      {why.can_buy === 1 ? (
        <p className="ok">
          <b className="ok">现在可以购买</b>：资质、范围、地区、价格、库存、限购都没有拦。
        </p>
      ) : (
        <>
          <p className="bad why-sum">现在不能购买，{why.reasons.length} 个原因，全部解决后才能买：</p>
          <ol className="why" aria-label="不能购买的原因">
            {why.reasons.map(({ code, message, way_on, who }) => (
              <li key={`${code}${message}`}>
                <span className="chip chip-warn">{WHO[who]}</span>
                <b>{message}</b>
                <span className="muted">怎么办：{way_on}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
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
      {goods > 0 && <Loaded of={answer}>{(why) => <Answer why={why} />}</Loaded>}
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
