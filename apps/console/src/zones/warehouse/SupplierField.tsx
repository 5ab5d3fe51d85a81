import { Select } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

interface Props {
  /** Of antd's form item, by which its label finds it. */
  id?: string
  value?: number
  onChange?: (id: number) => void
}

/** From whom a delivery comes: those whose first trade passed; of others why nothing may come in from them. */
export function SupplierField({ id, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const found = useAsk(calls.supplierChoices, { query: { keywords: typed } })
  const chosen = useAsk(calls.supplierChoices, { query: { id: value ?? 0 } }, { enabled: value !== undefined })
  const known = found.data?.list ?? []
  const rows = [...known, ...(chosen.data?.list ?? []).filter((one) => !known.some((other) => other.id === one.id))]
  return (
    <Select
      {...(id !== undefined && { id })}
      autoFocus
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder="输入名称的一部分"
      popupMatchSelectWidth={false}
      {...(value !== undefined && { value })}
      options={rows.map(({ id: key, name, refused }) => ({
        value: key,
        label: refused || name,
        disabled: refused !== '',
      }))}
      notFoundContent={found.isFetching ? '正在找…' : '没有这个供货单位：由采购建档并通过首营后才能收货'}
      onChange={(next: number) => onChange?.(next)}
    />
  )
}
