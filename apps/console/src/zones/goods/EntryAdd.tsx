import { Button, Select } from 'antd'
import { useState } from 'react'
import { COMPANY_TYPES } from '#domain/paper-kinds.ts'
import { useAsk } from '../../api/ask.ts'
import { Picker } from '../../parts/Picker.tsx'
import { type EntryDraft, placeText } from './availability-draft.ts'
import { calls } from './calls.ts'

const NOWHERE = { province: '', city: '', company_type: '' }
const NAMED = (names: readonly string[], all: string) => [{ value: '', label: all }, ...names.map((name) => ({ value: name, label: name }))]

/** A company, found as its name or code is typed. */
export function CompanyFinder({ onChoose }: { onChoose: (id: number, label: string) => void }) {
  const [asked, setAsked] = useState('')
  const { data, isFetching } = useAsk(calls.availabilityCompanies, { query: { keywords: asked } }, { enabled: asked !== '' })
  return (
    <Picker
      what="企业"
      placeholder="名称、首字母或编码"
      onAsk={setAsked}
      isFetching={isFetching}
      found={(data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: code ? `${name}（${code}）` : name }))}
      onChoose={onChoose}
    />
  )
}

/** A place, a type, or both; or one company. */
export function EntryAdd({ onAdd }: { onAdd: (entry: EntryDraft) => void }) {
  const [place, setPlace] = useState(NOWHERE)
  const regions = useAsk(calls.regions, {}).data?.list ?? []
  const cities = regions.find(({ name }) => name === place.province)?.cities ?? []
  const text = placeText(place)
  return (
    <div className="rule-add">
      <div className="row">
        <Select
          aria-label="省份"
          showSearch={{ optionFilterProp: 'label' }}
          value={place.province}
          options={NAMED(
            regions.map(({ name }) => name),
            '全国',
          )}
          onChange={(province: string) => setPlace({ ...place, province, city: '' })}
        />
        <Select
          aria-label="城市"
          showSearch={{ optionFilterProp: 'label' }}
          disabled={place.province === ''}
          value={place.city}
          options={NAMED(
            cities.map(({ name }) => name),
            '全省',
          )}
          onChange={(city: string) => setPlace({ ...place, city })}
        />
        <Select
          aria-label="企业类型"
          value={place.company_type}
          options={NAMED(COMPANY_TYPES, '各类企业')}
          onChange={(type: string) => setPlace({ ...place, company_type: type })}
        />
        <Button
          disabled={text === ''}
          onClick={() => {
            onAdd({ ...place, company_id: 0, text })
            setPlace(NOWHERE)
          }}
        >
          加入{text && `“${text}”`}
        </Button>
      </div>
      <CompanyFinder onChoose={(id, label) => onAdd({ ...NOWHERE, company_id: id, text: label })} />
    </div>
  )
}
