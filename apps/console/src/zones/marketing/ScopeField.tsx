import { Checkbox, Radio, Select, Tag } from 'antd'
import { useState } from 'react'
import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { type Findable, FindPicker } from './FindPicker.tsx'
import { FormRow } from './FormRow.tsx'
import { type NamedKind, type ScopedDraft, withName, withTerms } from './offer-draft.ts'

type Scope = OfferTermsWire['scope']
type ListOf = 'goods' | 'categories' | 'manufacturers' | 'except'

const WAYS: readonly { list: ListOf; named: NamedKind; what: Findable; text: string; mark: string }[] = [
  { list: 'goods', named: 'goods', what: 'goods', text: '商品', mark: '' },
  { list: 'categories', named: 'categories', what: 'category', text: '分类', mark: '分类 ' },
  { list: 'manufacturers', named: 'manufacturers', what: 'manufacturer', text: '生产企业', mark: '厂家 ' },
  { list: 'except', named: 'goods', what: 'goods', text: '除外', mark: '除外 ' },
]

interface Props<Draft extends ScopedDraft> {
  draft: Draft
  onChange: (draft: Draft) => void
  disabled: boolean
  autoFocus: boolean
}

export function ScopeField<Draft extends ScopedDraft>({ draft, onChange, disabled, autoFocus }: Props<Draft>) {
  const [list, setList] = useState<ListOf>('goods')
  const { data } = useAsk(calls.choices, {})
  const { scope } = draft.terms
  const put = (change: Partial<Scope>, from = draft): void =>
    onChange(withTerms(from, { scope: { ...scope, ...change } } as Partial<Draft['terms']>))
  const way = WAYS.find((one) => one.list === list) ?? WAYS[0]
  const isAll = scope.all === 1
  return (
    <FormRow title="商品范围">
      <div className="row offer-wrap">
        <Checkbox
          disabled={disabled}
          checked={isAll}
          onChange={({ target }) => {
            put(target.checked ? { all: 1, goods: [], categories: [], manufacturers: [], zones: [] } : { all: 0 })
            setList(target.checked ? 'except' : 'goods')
          }}
        >
          全部商品
        </Checkbox>
        {!isAll && (
          <Select
            mode="multiple"
            aria-label="专区"
            placeholder="专区"
            disabled={disabled}
            style={{ minWidth: 130 }}
            value={scope.zones}
            options={(data?.zones ?? []).map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(zones: string[]) => put({ zones })}
          />
        )}
        {!disabled && (
          <Radio.Group
            optionType="button"
            size="small"
            aria-label="加什么"
            value={list}
            options={WAYS.filter((one) => !isAll || one.list === 'except').map(({ list: value, text }) => ({ value, label: text }))}
            onChange={({ target }) => setList(target.value as ListOf)}
          />
        )}
      </div>
      {!disabled && way && (
        <FindPicker
          key={way.list}
          what={way.what}
          label={way.list === 'except' ? '除外的商品' : `参加的${way.text}`}
          autoFocus={autoFocus}
          onChoose={(id, name) => {
            if (!scope[way.list].includes(id)) put({ [way.list]: [...scope[way.list], id] }, withName(draft, way.named, id, name))
          }}
        />
      )}
      <ul className="chips" aria-label="已选范围">
        {WAYS.flatMap(({ list: of, named, mark }) =>
          scope[of].map((id) => {
            const text = `${mark}${draft.names[named].get(id) ?? id}`
            return (
              <li key={`${of} ${id}`}>
                <Tag
                  closable={!disabled && { 'aria-label': `移除${text}` }}
                  onClose={() => put({ [of]: scope[of].filter((one) => one !== id) })}
                >
                  {text}
                </Tag>
              </li>
            )
          }),
        )}
      </ul>
    </FormRow>
  )
}
