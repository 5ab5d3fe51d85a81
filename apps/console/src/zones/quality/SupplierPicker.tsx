import { Select } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

interface Props {
  /** Of antd's form item, by which its label finds it. */
  id?: string
  value?: number | null
  onChange?: (id: number | null) => void
  /** As long as its row was not found by typing. */
  label: string
  disabled: boolean
}

const FOUND = 30

/** One supplier, by a part of its name; what its first trade is called stands beside it. */
export function SupplierPicker({ id, value = null, onChange, label, disabled }: Props) {
  const [typed, setTyped] = useState('')
  const answer = useAsk(calls.suppliers, { query: { keywords: typed, per_page: FOUND } })
  const found = (answer.data?.list ?? []).map((one) => ({ value: one.id, label: `${one.name}（${one.state_name}）` }))
  const options =
    value === null || found.some((one) => one.value === value) ? found : [{ value, label: label || `供货单位 ${value}` }, ...found]
  return (
    <Select
      {...(id !== undefined && { id })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      placeholder="输入名称的一部分"
      disabled={disabled}
      value={value}
      options={options}
      notFoundContent={answer.isFetching ? '正在找…' : '没有找到'}
      onChange={(chosen: number | null | undefined) => onChange?.(chosen ?? null)}
    />
  )
}
