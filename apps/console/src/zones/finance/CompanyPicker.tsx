import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

const SHOWN = 20

interface Props {
  /** As a field of antd's Form. */
  value?: number | null
  onChange?: (id: number | null) => void
  id?: string
  width?: number | string
}

/** A company by a part of its name. */
export function CompanyPicker({ value, onChange, id, width = '100%' }: Props) {
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const { data, isFetching } = useAsk(calls.companies, { query: { scope: 'all', per_page: SHOWN, ...(words && { keywords: words }) } })
  const found = (data?.list ?? []).map(({ company_id, company }) => ({ value: company_id, label: company }))
  return (
    <Select
      {...(id && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder="企业名称"
      aria-label="企业"
      style={{ width, minWidth: 240 }}
      loading={isFetching}
      notFoundContent={isFetching ? '正在找…' : '没有找到'}
      value={value ?? null}
      onChange={(next: number | null | undefined) => onChange?.(next ?? null)}
      options={value && !found.some((one) => one.value === value) ? [{ value, label: '所选的企业' }, ...found] : found}
    />
  )
}
