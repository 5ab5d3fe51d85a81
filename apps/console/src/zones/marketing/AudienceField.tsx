import { Select, Tag } from 'antd'
import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { COMPANY_TYPES } from '#domain/paper-kinds.ts'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { FindPicker } from './FindPicker.tsx'
import { FormRow } from './FormRow.tsx'
import { manyOf, usePlaces } from './many-choices.ts'
import { type ScopedDraft, withName, withTerms } from './offer-draft.ts'

type Audience = OfferTermsWire['audience']

interface Props<Draft extends ScopedDraft> {
  draft: Draft
  onChange: (draft: Draft) => void
  disabled: boolean
}

/** Each list that names something narrows it further; within a list one is enough. */
export function AudienceField<Draft extends ScopedDraft>({ draft, onChange, disabled }: Props<Draft>) {
  const ranks = useAsk(calls.choices, {}).data?.ranks ?? []
  const { audience } = draft.terms
  const put = (change: Partial<Audience>, from = draft): void =>
    onChange(withTerms(from, { audience: { ...audience, ...change } } as Partial<Draft['terms']>))
  const places = usePlaces()
  const many = manyOf(disabled)
  return (
    <FormRow title="客户" note="几项都写的要同时符合；都不写就是全部客户">
      <div className="row offer-wrap">
        <Select
          {...many('地区', 240)}
          showSearch={{ optionFilterProp: 'label' }}
          value={audience.places}
          options={places}
          onChange={(chosen: string[]) => put({ places: chosen })}
        />
        <Select
          {...many('企业类型', 150)}
          value={audience.types}
          options={COMPANY_TYPES.map((value) => ({ value, label: value }))}
          onChange={(types: string[]) => put({ types })}
        />
        <Select
          {...many('等级', 90)}
          value={audience.ranks}
          options={ranks.map((value) => ({ value, label: value }))}
          onChange={(chosen: string[]) => put({ ranks: chosen })}
        />
      </div>
      {!disabled && (
        <FindPicker
          what="company"
          label="指定的企业"
          onChoose={(id, name) => {
            if (!audience.companies.includes(id)) put({ companies: [...audience.companies, id] }, withName(draft, 'companies', id, name))
          }}
        />
      )}
      <ul className="chips" aria-label="指定的企业">
        {audience.companies.map((id) => {
          const name = draft.names.companies.get(id) ?? '查看范围以外的企业'
          return (
            <li key={id}>
              <Tag
                closable={!disabled && { 'aria-label': `移除${name}` }}
                onClose={() => put({ companies: audience.companies.filter((one) => one !== id) })}
              >
                {name}
              </Tag>
            </li>
          )
        })}
      </ul>
    </FormRow>
  )
}
