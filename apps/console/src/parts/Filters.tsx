import { SearchOutlined } from '@ant-design/icons'
import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'

export type Filter =
  | { kind: 'search'; name: string; text: string; width?: number }
  | { kind: 'choice'; name: string; text: string; choices: readonly { value: string; text: string }[]; width?: number }
  /** Two names of the call: the first and the last day, 2026-11-21. */
  | { kind: 'days'; name: string; until: string; text: string }

export const namesOf = (filters: readonly Filter[]): string[] =>
  filters.flatMap((one) => (one.kind === 'days' ? [one.name, one.until] : [one.name]))

interface Props {
  filters: readonly Filter[]
  values: Readonly<Record<string, string>>
  onChange: (change: Readonly<Record<string, string>>) => void
}

const DAY = 'YYYY-MM-DD'

function SearchBox({ one, value, onChange }: { one: Filter & { kind: 'search' }; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <Input
      allowClear
      prefix={<SearchOutlined />}
      placeholder={one.text}
      aria-label={one.text}
      style={{ width: one.width ?? 220 }}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        if (target.value === '') onChange('')
      }}
      onPressEnter={() => onChange(text.trim())}
      onBlur={() => text.trim() !== value && onChange(text.trim())}
    />
  )
}

/** The filters over a list; each change stands in the address at once. */
export function Filters({ filters, values, onChange }: Props) {
  return filters.map((one) => {
    const value = values[one.name] ?? ''
    if (one.kind === 'search')
      return <SearchBox key={one.name} one={one} value={value} onChange={(text) => onChange({ [one.name]: text })} />
    if (one.kind === 'choice')
      return (
        <Select
          key={one.name}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={one.text}
          placeholder={one.text}
          style={{ minWidth: one.width ?? 110 }}
          popupMatchSelectWidth={false}
          value={value || null}
          options={one.choices.map((choice) => ({ value: choice.value, label: choice.text }))}
          onChange={(chosen: string | null | undefined) => onChange({ [one.name]: chosen ?? '' })}
        />
      )
    const last = values[one.until] ?? ''
    return (
      <DatePicker.RangePicker
        key={one.name}
        allowEmpty
        placeholder={[`${one.text}自`, '至']}
        style={{ width: 240 }}
        value={[value ? dayjs(value) : null, last ? dayjs(last) : null]}
        onChange={(days) => onChange({ [one.name]: days?.[0]?.format(DAY) ?? '', [one.until]: days?.[1]?.format(DAY) ?? '' })}
      />
    )
  })
}
